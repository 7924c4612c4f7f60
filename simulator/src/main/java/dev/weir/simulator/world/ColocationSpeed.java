package dev.weir.simulator.world;

import java.util.List;

/**
 * Slow-down of jobs that share a device, by the number of jobs on it; of several devices the
 * fullest counts.
 *
 * @param slowdown entry i = slow-down with i + 1 jobs, 1 or more; beyond the list the last entry
 */
public record ColocationSpeed(List<Double> slowdown) {
  /** Sharing costs nothing: the duration was measured at the share that was asked for. */
  public static final ColocationSpeed FREE = new ColocationSpeed(List.of());

  /** Packing of 2, 3 and 4 jobs as in the simulator of Muri (Zhao et al., SIGCOMM 2022). */
  public static final ColocationSpeed MURI = new ColocationSpeed(List.of(1.0, 1.33, 1.5, 1.37));

  public ColocationSpeed {
    slowdown = List.copyOf(slowdown);
    for (double s : slowdown) {
      if (!(s >= 1) || Double.isInfinite(s)) {
        throw new IllegalArgumentException("a slow-down is 1 or more, not " + s);
      }
    }
  }

  double factor(int jobs) {
    return slowdown.isEmpty() || jobs == 0
        ? 1
        : 1 / slowdown.get(Math.min(jobs, slowdown.size()) - 1);
  }

  boolean free() {
    return slowdown.isEmpty();
  }
}
