package dev.weir.forecast;

import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.job.JobSpec;
import java.util.Optional;

/**
 * Predicts how long a job will run from its next start to its end. Control asks when a job arrives
 * and again when it comes back to the queue, and journals the answer; the engine reads only that.
 */
public interface DurationForecaster {
  /** Knows nothing and says so. */
  DurationForecaster NONE = (job, ranMillis) -> Optional.empty();

  /**
   * @param ranMillis how long the job has run in its former starts; 0 = it never ran
   * @return empty when nothing honest can be said
   */
  Optional<DurationForecast> forecast(JobSpec job, long ranMillis);

  /** The job completed after having run this long in all its starts. */
  default void completed(JobSpec job, long ranMillis) {}
}
