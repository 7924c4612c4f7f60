package dev.weir.driver.local.stop;

import dev.weir.model.job.Disruption.StopClass;

/**
 * One stop, from the wish to the end. Times are milliseconds of any clock that the caller keeps to.
 *
 * <p>save-then-stop: ask, wait for a complete checkpoint, SIGTERM. stop-then-save: SIGTERM, wait.
 * periodic-only: wait for the next checkpoint, SIGTERM. All others: SIGTERM. SIGKILL follows every
 * SIGTERM that is not obeyed in time, and nothing waits beyond the grace but for the short time
 * that a SIGTERM is given.
 */
public final class PoliteStop {
  private final boolean gentle;
  private final StopClass how;
  private final long begun;
  private final long graceEnds;
  private final Patience patience;
  private Phase phase = Phase.NEW;
  private long killAt;

  /** What to do now. */
  public enum Deed {
    /** Ask for a checkpoint. */
    ASK,
    /** SIGTERM to all processes. */
    TERM,
    /** SIGKILL to all processes, again and again until none is left. */
    KILL,
    /** Nothing yet. */
    WAIT
  }

  private enum Phase {
    NEW,
    WAITING,
    TERMINATING,
    KILLING
  }

  /**
   * @param now time of the wish
   * @param grace longest wait for a checkpoint, ms
   */
  public PoliteStop(boolean gentle, StopClass how, long now, long grace, Patience patience) {
    this.gentle = gentle;
    this.how = how;
    this.begun = now;
    this.graceEnds = now + grace;
    this.patience = patience;
  }

  /** Whether it waits for a checkpoint at most. */
  public boolean gentle() {
    return gentle;
  }

  /** When it was wished for. */
  public long begun() {
    return begun;
  }

  /** Until when a checkpoint is of use. */
  public long graceEnds() {
    return graceEnds;
  }

  /** Whether the tasks have been told already, so that what they do now may be because of it. */
  public boolean told() {
    return phase != Phase.NEW && !(phase == Phase.WAITING && how == StopClass.PERIODIC_ONLY);
  }

  /**
   * The next deed.
   *
   * @param listens the job has shown that it looks for requests
   * @param saved a complete checkpoint of after the wish is there
   */
  public Deed next(long now, boolean listens, boolean saved) {
    return switch (phase) {
      case NEW -> begin(now);
      case WAITING -> {
        boolean deaf =
            how == StopClass.SAVE_THEN_STOP
                && !listens
                && now >= begun + patience.hearing().toMillis();
        if (saved || now >= graceEnds) {
          yield term(now, now);
        }
        yield deaf ? term(now, graceEnds) : Deed.WAIT;
      }
      case TERMINATING -> {
        if (now < killAt) {
          yield Deed.WAIT;
        }
        phase = Phase.KILLING;
        yield Deed.KILL;
      }
      case KILLING -> Deed.KILL;
    };
  }

  private Deed begin(long now) {
    if (!gentle || how == StopClass.CANNOT_CHECKPOINT) {
      return term(now, now);
    }
    if (how == StopClass.STOP_THEN_SAVE) {
      return term(now, graceEnds);
    }
    phase = Phase.WAITING;
    return how == StopClass.SAVE_THEN_STOP ? Deed.ASK : Deed.WAIT;
  }

  /** A task that may still be saving has until {@code end}, and the short time at least. */
  private Deed term(long now, long end) {
    phase = Phase.TERMINATING;
    killAt = Math.max(now + patience.term().toMillis(), end);
    return Deed.TERM;
  }
}
