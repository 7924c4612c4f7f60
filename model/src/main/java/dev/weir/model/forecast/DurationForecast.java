package dev.weir.model.forecast;

/**
 * Predicted total run time of a job without any disturbance, in milliseconds at reference speed.
 * What checkpoints already hold is subtracted by the reader.
 *
 * @param p50 median
 * @param p90 ninth decile; planned starts under forecasts use it
 */
public record DurationForecast(long p50, long p90) {
  public DurationForecast {
    if (p50 < 0 || p90 < p50) {
      throw new IllegalArgumentException("quantiles must ascend from 0: " + p50 + ", " + p90);
    }
  }
}
