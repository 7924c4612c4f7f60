package dev.weir.simulator.run;

import dev.weir.forecast.DurationForecaster;
import dev.weir.forecast.HistoryForecaster;
import dev.weir.forecast.OracleForecaster;

/** What the engine is told about run times. Every policy should be run with each of them. */
public sealed interface Forecasts {
  /** Nothing. */
  record None() implements Forecasts {}

  /**
   * The truth with a log-normal error.
   *
   * @param sigma standard deviation of the natural logarithm of the error; 0 = the truth
   */
  record Oracle(double sigma) implements Forecasts {
    public Oracle {
      if (!(sigma >= 0) || Double.isInfinite(sigma)) {
        throw new IllegalArgumentException("the error's sigma is 0 or more, not " + sigma);
      }
    }
  }

  /** What jobs that completed in the same run teach. */
  record History() implements Forecasts {}

  /** The forecaster for one run. */
  default DurationForecaster forecaster(OracleForecaster.Truth truth, long seed) {
    return switch (this) {
      case None() -> DurationForecaster.NONE;
      case Oracle(double sigma) -> new OracleForecaster(truth, sigma, seed);
      case History() -> new HistoryForecaster();
    };
  }
}
