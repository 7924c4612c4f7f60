package dev.weir.engine.budget;

/**
 * Counted work units of one pass, handed in by whoever runs it and never read from a clock: equal
 * states do equal work. A unit is about one look at one node, device or job.
 */
public final class Budget {
  private final long total;
  private long used;

  private Budget(long total) {
    this.total = total;
  }

  /** A budget of so many units. */
  public static Budget of(long units) {
    if (units < 0) {
      throw new IllegalArgumentException("a budget is 0 units or more, not " + units);
    }
    return new Budget(units);
  }

  /** A budget that never runs out; it still counts. */
  public static Budget unlimited() {
    return of(Long.MAX_VALUE);
  }

  /**
   * Takes units. False when they are more than what is left: then everything that is left is gone,
   * and the caller ends in a consistent place.
   */
  public boolean spend(long units) {
    if (units > left()) {
      used += left();
      return false;
    }
    used += units;
    return true;
  }

  /**
   * Gives a step its own part, so that one hard job cannot eat the pass. What the step used is
   * taken from this budget with {@link #spend} by the caller.
   */
  public Budget atMost(long units) {
    return of(Math.min(units, left()));
  }

  public boolean exhausted() {
    return left() == 0;
  }

  public long left() {
    return total - used;
  }

  public long used() {
    return used;
  }

  public long total() {
    return total;
  }
}
