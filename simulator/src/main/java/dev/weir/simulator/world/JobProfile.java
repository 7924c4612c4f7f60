package dev.weir.simulator.world;

/**
 * What a job really needs. Belongs to the world: nobody who schedules sees it.
 *
 * @param workMillis run time at reference speed: at its wished size, undisturbed, alone on its
 *     devices, on a device of speed 1, in one node's reach
 * @param program row of the speed tables, for example {@code resnet50}; empty = the default row
 * @param outcome what happens when the work is done
 */
public record JobProfile(long workMillis, String program, Outcome outcome) {
  /** What a trace's end state becomes. */
  public enum Outcome {
    /** The job completes. */
    COMPLETED,
    /** It exits with an error of its own. */
    FAILED,
    /** Its user cancels it. */
    CANCELLED,
    /** It never ends by itself: a service. */
    ENDLESS
  }

  public JobProfile {
    if (workMillis < 0) {
      throw new IllegalArgumentException("work is 0 ms or more, not " + workMillis);
    }
  }

  public static JobProfile of(long workMillis) {
    return new JobProfile(workMillis, "", Outcome.COMPLETED);
  }

  /** A job that never ends by itself. */
  public static JobProfile endless() {
    return new JobProfile(Long.MAX_VALUE / 4, "", Outcome.ENDLESS);
  }
}
