package dev.weir.simulator.metrics;

/** Mean and 95 % confidence interval of few independent runs. */
final class StudentT {
  /** Two-sided 95 % quantiles for 1 to 30 degrees of freedom. */
  private static final double[] T95 = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  private StudentT() {}

  /** Half-width of the interval around the mean; 0 for a single run, of which nothing is known. */
  static double halfWidth95(double[] values) {
    int n = values.length;
    if (n < 2) {
      return 0;
    }
    double mean = 0;
    for (double v : values) {
      mean += v / n;
    }
    double squares = 0;
    for (double v : values) {
      squares += (v - mean) * (v - mean);
    }
    return quantile(n - 1) * Math.sqrt(squares / (n - 1) / n);
  }

  /** Beyond the table by the expansion of Cornish and Fisher around the normal quantile. */
  private static double quantile(int degrees) {
    if (degrees <= T95.length) {
      return T95[degrees - 1];
    }
    double z = 1.959964;
    return z
        + (z * z * z + z) / (4 * degrees)
        + (5 * Math.pow(z, 5) + 16 * z * z * z + 3 * z) / (96.0 * degrees * degrees);
  }
}
