package dev.weir.simulator.world;

import dev.weir.model.id.JobId;

/** Hears what only the world knows. */
public interface WorldListener {
  /** Nobody listens. */
  WorldListener NONE =
      new WorldListener() {
        @Override
        public void worked(
            JobId job, long from, long to, long milli, double effective, double communication) {}

        @Override
        public void lost(JobId job, double workMillis, long milli) {}
      };

  /**
   * A job made progress.
   *
   * @param from ms
   * @param to ms
   * @param milli milli-devices that it held
   * @param effective speed against the best placement of the same size, 0 to 1
   * @param communication share of its time spent on communication, 0 to 1
   */
  void worked(JobId job, long from, long to, long milli, double effective, double communication);

  /**
   * A job lost progress because it was stopped or hit by a fault after its newest checkpoint.
   *
   * @param workMillis work lost, ms at reference speed
   * @param milli milli-devices that it held
   */
  void lost(JobId job, double workMillis, long milli);
}
