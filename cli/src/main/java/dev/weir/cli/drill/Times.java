package dev.weir.cli.drill;

import java.util.Arrays;

/** Measured times; quantiles by the nearest rank. Safe for use by several threads. */
final class Times {
  private double[] millis = new double[1024];
  private int size;

  synchronized void add(double value) {
    if (size == millis.length) {
      millis = Arrays.copyOf(millis, 2 * size);
    }
    millis[size++] = value;
  }

  synchronized int size() {
    return size;
  }

  /** Milliseconds to a tenth; NaN without any time. */
  synchronized double quantile(double q) {
    if (size == 0) {
      return Double.NaN;
    }
    double[] sorted = Arrays.copyOf(millis, size);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(q * size);
    return Math.round(10 * sorted[Math.max(0, rank - 1)]) / 10.0;
  }
}
