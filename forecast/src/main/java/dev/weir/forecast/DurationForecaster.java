package dev.weir.forecast;

import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.job.JobSpec;
import java.util.Optional;

/**
 * Predicts a job's whole undisturbed run time. Control asks when a job arrives and again when it
 * comes back to the queue, and journals what is new; the engine reads only that and takes off what
 * the job has already done.
 */
public interface DurationForecaster {
  /** Knows nothing and says so. */
  DurationForecaster NONE = (job, ranMillis) -> Optional.empty();

  /**
   * @param ranMillis how long the job has run already, so that its run time is known to be longer;
   *     0 = it never ran
   * @return empty when nothing honest can be said
   */
  Optional<DurationForecast> forecast(JobSpec job, long ranMillis);

  /** The job completed after having run this long in all its starts. */
  default void completed(JobSpec job, long ranMillis) {}

  /** All that was learned from completed jobs so far, for a snapshot. */
  default Learned learned() {
    return Learned.NOTHING;
  }

  /** Takes over what another of its kind has learned; before it learns anything itself. */
  default void restore(Learned learned) {}
}
