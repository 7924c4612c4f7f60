package dev.weir.store;

import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.util.OptionalLong;

/**
 * A span in which a job held the same amount of one device model in one domain. The sum over a
 * job's segments is its metered usage, exact to the millisecond.
 *
 * @param from journal time, ms
 * @param until journal time, ms; empty = it still holds them
 * @param deviceMilli thousandths of devices
 */
public record Segment(
    JobId job,
    AllocationId allocation,
    int incarnation,
    String domain,
    String model,
    long from,
    OptionalLong until,
    long deviceMilli) {
  /** Milli-device × ms up to {@code now}. */
  public long deviceMilliMillis(long now) {
    return deviceMilli * Math.max(0, until.orElse(now) - from);
  }
}
