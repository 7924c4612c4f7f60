package dev.weir.engine.ledger;

/**
 * A tentative change (wall W5). What is booked or released while it is open is undone when it is
 * closed without a commit. Trials nest; an inner commit hands its changes to the outer trial.
 *
 * <pre>{@code
 * try (Trial trial = trials.open()) {
 *   ...
 *   trial.commit();
 * }
 * }</pre>
 */
public final class Trial implements AutoCloseable {
  private final Trials trials;
  private final int mark;
  private boolean committed;

  Trial(Trials trials, int mark) {
    this.trials = trials;
    this.mark = mark;
  }

  /** Keeps the changes. */
  public void commit() {
    committed = true;
  }

  @Override
  public void close() {
    trials.close(mark, committed);
  }
}
