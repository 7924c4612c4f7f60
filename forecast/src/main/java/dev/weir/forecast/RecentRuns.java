package dev.weir.forecast;

import dev.weir.model.forecast.DurationForecast;
import java.util.Arrays;
import java.util.Optional;

/**
 * The last run times of one group: what jobs did long ago says little about today. They are kept in
 * a ring, which knows the oldest, and sorted, so that a forecast looks up two of them.
 */
final class RecentRuns {
  private static final int KEPT = 64;

  private long[] ring = new long[8];
  private long[] sorted = new long[8];
  private int size;
  private int next;

  void add(long millis) {
    if (size == ring.length && size < KEPT) {
      ring = Arrays.copyOf(ring, size * 2);
      sorted = Arrays.copyOf(sorted, size * 2);
    }
    if (size < ring.length) {
      insert(millis, size);
      ring[size++] = millis;
    } else {
      remove(ring[next]);
      insert(millis, size - 1);
      ring[next] = millis;
      next = (next + 1) % KEPT;
    }
  }

  /** Oldest first. */
  long[] oldestFirst() {
    long[] runs = new long[size];
    System.arraycopy(ring, next, runs, 0, size - next);
    System.arraycopy(ring, 0, runs, size - next, next);
    return runs;
  }

  /** Into the first {@code count} of {@link #sorted}. */
  private void insert(long millis, int count) {
    int at = above(millis, count);
    System.arraycopy(sorted, at, sorted, at + 1, count - at);
    sorted[at] = millis;
  }

  private void remove(long millis) {
    int at = Arrays.binarySearch(sorted, 0, size, millis);
    System.arraycopy(sorted, at + 1, sorted, at, size - at - 1);
  }

  /** The first position of a longer run among the first {@code count}. */
  private int above(long millis, int count) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Quantiles of the runs that were longer than what the job already ran. */
  Optional<DurationForecast> longerThan(long ranMillis, int enough) {
    int first = above(ranMillis, size);
    if (size - first < enough) {
      return Optional.empty();
    }
    return Optional.of(new DurationForecast(quantile(first, 0.5), quantile(first, 0.9)));
  }

  /** The smallest run from there on that at least the share {@code q} of them does not exceed. */
  private long quantile(int first, double q) {
    return sorted[first + (int) Math.ceil(q * (size - first)) - 1];
  }
}
