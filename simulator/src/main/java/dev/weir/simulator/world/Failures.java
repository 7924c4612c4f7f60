package dev.weir.simulator.world;

import java.time.Duration;

/**
 * Random faults: exponential times between faults (a Poisson process per node and per device),
 * fixed repair times. The times depend on the seed alone, not on what runs, so that all policies
 * meet the same faults.
 *
 * @param nodeMtbf mean time between faults of one node; zero = never
 * @param nodeRepair until it is ready again
 * @param deviceMtbf mean time between faults of one device; zero = never
 * @param deviceRepair until it is healthy again
 */
public record Failures(
    Duration nodeMtbf, Duration nodeRepair, Duration deviceMtbf, Duration deviceRepair) {
  public static final Failures NONE =
      new Failures(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  public Failures {
    if (nodeMtbf.isNegative()
        || nodeRepair.isNegative()
        || deviceMtbf.isNegative()
        || deviceRepair.isNegative()) {
      throw new IllegalArgumentException("times between faults and of repair are 0 or more");
    }
  }

  /** Whether anything ever fails. */
  public boolean any() {
    return !nodeMtbf.isZero() || !deviceMtbf.isZero();
  }
}
