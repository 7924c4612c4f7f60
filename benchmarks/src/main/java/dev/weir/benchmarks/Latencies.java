package dev.weir.benchmarks;

import java.util.Arrays;

/** Measured times of single operations. */
final class Latencies {
  private long[] nanos = new long[1024];
  private int size;

  void add(long time) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, size * 2);
    }
    nanos[size++] = time;
  }

  int size() {
    return size;
  }

  /** The smallest time that at least the share {@code q} of all do not exceed, in ms. */
  double millis(double q) {
    if (size == 0) {
      return Double.NaN;
    }
    long[] sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    int at = Math.max(0, (int) Math.ceil(q * size) - 1);
    return sorted[at] / 1e6;
  }
}
