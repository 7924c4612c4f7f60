package dev.weir.engine.order;

import dev.weir.engine.job.Job;
import dev.weir.model.forecast.DurationForecast;

/**
 * Gittins index over device-time (Gittins, "Bandit processes and dynamic allocation indices", 1979;
 * for gangs of devices Gu et al., "Tiresias", NSDI 2019). For a job that has run for {@code a}, the
 * key is the smallest price of a completion over all times {@code d} that one may still grant:
 *
 * <pre>{@code
 * key = devices × min over d of E[min(S - a, d) | S > a] ÷ P(S - a <= d | S > a)
 * }</pre>
 *
 * which is 1 ÷ index. S is the log-normal with the forecast's median and ninth decile, in 20
 * equally likely points. A job that has outlived all of them is expected to go on as long as it has
 * run (Lindy); without a forecast the run time is taken for exponential, whose price is its mean.
 */
public final class Gittins implements JobOrder {
  /** Standard normal quantiles at 2.5 %, 7.5 %, ..., 97.5 %. */
  private static final double[] Z = {
    -1.96, -1.4395, -1.1503, -0.9346, -0.7554, -0.5978, -0.4538, -0.3186, -0.1891, -0.0627, 0.0627,
    0.1891, 0.3186, 0.4538, 0.5978, 0.7554, 0.9346, 1.1503, 1.4395, 1.96
  };

  /** Standard normal quantile at 90 %. */
  private static final double Z90 = 1.2815515655446004;

  @Override
  public String name() {
    return "gittins";
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    double devices = Expected.devices(job);
    DurationForecast f = job.forecast;
    if (f == null) {
      return devices * Expected.total(job, context);
    }
    return devices * price(f, job.attained(now) / (1000 * devices));
  }

  /** The smallest price of a completion, in ms. */
  static double price(DurationForecast forecast, double age) {
    double median = Math.max(1, forecast.p50());
    double sigma = StrictMath.log(Math.max(1, forecast.p90()) / median) / Z90;
    double best = Double.POSITIVE_INFINITY;
    double granted = 0; // sum of what those points cost that end within the time granted
    int alive = 0;
    for (double z : Z) {
      alive += point(median, sigma, z) > age ? 1 : 0;
    }
    int done = 0;
    for (double z : Z) {
      double left = point(median, sigma, z) - age;
      if (left > 0) {
        done++;
        granted += left;
        best = Math.min(best, (granted + (alive - done) * left) / done);
      }
    }
    return alive == 0 ? Math.max(1, age) : best;
  }

  private static double point(double median, double sigma, double z) {
    return median * StrictMath.exp(sigma * z);
  }
}
