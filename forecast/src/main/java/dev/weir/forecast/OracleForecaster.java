package dev.weir.forecast;

import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.job.JobSpec;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Knows the truth and blurs it: {@code p50 = truth × exp(sigma × z)}, z standard normal. The z of a
 * job depends on the seed and the job's id alone, so that neither the order of questions nor the
 * policy changes the error that a job gets. p90 is the ninth decile of that very error law.
 */
public final class OracleForecaster implements DurationForecaster {
  /** 0.9-quantile of the standard normal law. */
  private static final double Z90 = 1.2815515655446004;

  /** What the world knows: run time of a job at reference speed, in milliseconds. */
  @FunctionalInterface
  public interface Truth {
    OptionalLong totalMillis(JobSpec job);
  }

  private final Truth truth;
  private final double sigma;
  private final long seed;

  /**
   * @param sigma standard deviation of the natural logarithm of the error; 0 = the truth itself
   * @throws IllegalArgumentException when sigma is negative or no number
   */
  public OracleForecaster(Truth truth, double sigma, long seed) {
    if (!(sigma >= 0) || Double.isInfinite(sigma)) {
      throw new IllegalArgumentException("the error's sigma is 0 or more, not " + sigma);
    }
    this.truth = truth;
    this.sigma = sigma;
    this.seed = seed;
  }

  @Override
  public Optional<DurationForecast> forecast(JobSpec job, long ranMillis) {
    OptionalLong total = truth.totalMillis(job);
    if (total.isEmpty()) {
      return Optional.empty();
    }
    double p50 = total.getAsLong() * Math.exp(sigma * standardNormal(job.id().value()));
    double p90 = p50 * Math.exp(sigma * Z90);
    long rounded = toMillis(p50);
    return Optional.of(new DurationForecast(rounded, Math.max(rounded, toMillis(p90))));
  }

  /** A quarter of the range of long is 73 million years: large enough, and sums stay in range. */
  private static long toMillis(double value) {
    return Math.round(Math.min(value, Long.MAX_VALUE / 4.0));
  }

  /** Box and Muller's transform of two hashed uniform numbers. */
  private double standardNormal(long job) {
    double u = uniform(mix(seed ^ mix(job)));
    double v = uniform(mix(seed + 0x9E3779B97F4A7C15L ^ mix(job + 1)));
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
  }

  /** In (0, 1]. */
  private static double uniform(long bits) {
    return ((bits >>> 11) + 1) * 0x1.0p-53;
  }

  /** The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
