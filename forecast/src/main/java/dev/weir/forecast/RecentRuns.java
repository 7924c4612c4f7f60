package dev.weir.forecast;

import dev.weir.model.forecast.DurationForecast;
import java.util.Arrays;
import java.util.Optional;

/** The last run times of one group, in a ring: what jobs did long ago says little about today. */
final class RecentRuns {
  private static final int KEPT = 64;

  private long[] ring = new long[8];
  private int size;
  private int next;

  void add(long millis) {
    if (size == ring.length && size < KEPT) {
      ring = Arrays.copyOf(ring, size * 2);
    }
    if (size < ring.length) {
      ring[size++] = millis;
    } else {
      ring[next] = millis;
      next = (next + 1) % KEPT;
    }
  }

  /** Quantiles of the runs that were longer than what the job already ran. */
  Optional<DurationForecast> longerThan(long ranMillis, int enough) {
    long[] longer = Arrays.stream(ring, 0, size).filter(r -> r > ranMillis).sorted().toArray();
    if (longer.length < enough) {
      return Optional.empty();
    }
    return Optional.of(new DurationForecast(quantile(longer, 0.5), quantile(longer, 0.9)));
  }

  /** The smallest run that at least the share {@code q} of the runs does not exceed. */
  private static long quantile(long[] sorted, double q) {
    return sorted[(int) Math.ceil(q * sorted.length) - 1];
  }
}
