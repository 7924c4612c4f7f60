package dev.weir.forecast;

import dev.weir.model.forecast.DurationForecast;

/**
 * The error of forecasts against what came true, gathered as jobs complete.
 *
 * <p>Pinball loss of quantile q for forecast f and truth y: {@code max(q·(y−f), (q−1)·(y−f))}, in
 * milliseconds, mean over jobs; less is better, and only the true quantile makes it least (Koenker
 * and Bassett, 1978). Coverage: share of jobs that ended within the forecast; honest forecasts have
 * 0.5 and 0.9.
 */
public final class ForecastError {
  private long jobs;
  private long unforecast;
  private double pinball50;
  private double pinball90;
  private long within50;
  private long within90;
  private double absoluteLogError;

  /** A job with a forecast completed. */
  public void add(DurationForecast forecast, long trueMillis) {
    jobs++;
    pinball50 += pinball(0.5, forecast.p50(), trueMillis);
    pinball90 += pinball(0.9, forecast.p90(), trueMillis);
    within50 += trueMillis <= forecast.p50() ? 1 : 0;
    within90 += trueMillis <= forecast.p90() ? 1 : 0;
    absoluteLogError +=
        Math.abs(Math.log(Math.max(1, trueMillis) / (double) Math.max(1, forecast.p50())));
  }

  /** A job completed for which nothing had been predicted. */
  public void addUnforecast() {
    unforecast++;
  }

  /** The figures so far; empty of meaning while {@code jobs} is 0. */
  public Figures figures() {
    double n = Math.max(1, jobs);
    return new Figures(
        jobs,
        unforecast,
        pinball50 / n,
        pinball90 / n,
        within50 / n,
        within90 / n,
        absoluteLogError / n);
  }

  /** What was added up so far, for a snapshot. */
  public Sums sums() {
    return new Sums(jobs, unforecast, pinball50, pinball90, within50, within90, absoluteLogError);
  }

  /** Goes on from there. */
  public void restore(Sums sums) {
    jobs = sums.jobs;
    unforecast = sums.unforecast;
    pinball50 = sums.pinball50;
    pinball90 = sums.pinball90;
    within50 = sums.within50;
    within90 = sums.within90;
    absoluteLogError = sums.absoluteLogError;
  }

  /** Sums over jobs of what {@link Figures} tells the means of. */
  public record Sums(
      long jobs,
      long unforecast,
      double pinball50,
      double pinball90,
      long within50,
      long within90,
      double absoluteLogError) {}

  private static double pinball(double q, long forecast, long truth) {
    double miss = truth - forecast;
    return Math.max(q * miss, (q - 1) * miss);
  }

  /**
   * @param jobs completed jobs that had a forecast
   * @param unforecast completed jobs that had none
   * @param pinball50 mean pinball loss of the median, ms
   * @param pinball90 mean pinball loss of the ninth decile, ms
   * @param coverage50 share of jobs within the median
   * @param coverage90 share of jobs within the ninth decile
   * @param meanAbsoluteLogError mean of |ln(truth ÷ median)|; 0.69 = wrong by a factor of two
   */
  public record Figures(
      long jobs,
      long unforecast,
      double pinball50,
      double pinball90,
      double coverage50,
      double coverage90,
      double meanAbsoluteLogError) {}
}
