package dev.weir.control;

/** An invariant does not hold: the loop stops before it acts on the turn. */
public final class InvariantViolated extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String invariant;
  private final long sequence;

  public InvariantViolated(String invariant, long sequence, String detail) {
    super("after turn %d the invariant %s is broken: %s".formatted(sequence, invariant, detail));
    this.invariant = invariant;
    this.sequence = sequence;
  }

  public String invariant() {
    return invariant;
  }

  /** The turn after which it was found broken. */
  public long sequence() {
    return sequence;
  }
}
