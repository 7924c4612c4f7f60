package dev.weir.league;

import dev.weir.traces.TraceJob;
import java.util.List;

/**
 * Jobs that ask for the same.
 *
 * @param devices per job
 * @param milli of each device
 * @param models admissible ones; empty = any
 */
public record JobKind(
    int devices, int milli, long cpuMilli, long memoryBytes, List<String> models) {
  public static JobKind of(TraceJob job) {
    return new JobKind(
        job.devices() * job.tasks(),
        job.deviceMilli(),
        job.cpuMilli(),
        job.memoryBytes(),
        job.models());
  }

  /** The class by which placed jobs are listed. */
  public String group() {
    if (devices == 0) {
      return "no device";
    }
    return milli < TraceJob.WHOLE_DEVICE
        ? "share"
        : devices == 1 ? "1 device" : devices + " devices";
  }

  /** Milli-devices of one job. */
  public long totalMilli() {
    return (long) devices * milli;
  }

  /** Such as {@code 1×810 c3152}: devices × milli, CPU milli, admissible models. */
  @Override
  public String toString() {
    String models = this.models.isEmpty() ? "" : " " + String.join("|", this.models);
    return devices + "×" + milli + " c" + cpuMilli + models;
  }
}
