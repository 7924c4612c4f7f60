package dev.weir.simulator.report;

import dev.weir.simulator.metrics.TimeSeries;
import dev.weir.traces.TraceJob;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the jobs would use if each started at its submission: no policy can use more at that moment
 * than waits or runs then, and where this never reaches the devices of the cluster nobody has to
 * wait.
 *
 * @param share of the cluster's devices over time
 * @param peak the highest moment, as a share of the devices
 */
record Demand(TimeSeries.Points share, double peak) {

  /** Empty when a job has no run time. */
  static Optional<Demand> of(List<TraceJob> jobs, long devices, TimeSeries.Points like) {
    if (jobs.isEmpty() || jobs.stream().anyMatch(j -> j.durationSeconds().isEmpty())) {
      return Optional.empty();
    }
    // Starts and ends as (ms, ± milli), ends before starts of the same moment.
    long[][] steps = new long[2 * jobs.size()][];
    int n = 0;
    for (TraceJob job : jobs) {
      long from = Math.round(job.submitSeconds() * 1000);
      long until = from + Math.round(job.durationSeconds().getAsDouble() * 1000);
      steps[n++] = new long[] {from, job.totalDeviceMilli()};
      steps[n++] = new long[] {until, -job.totalDeviceMilli()};
    }
    Arrays.sort(
        steps, (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
    return Optional.of(sum(steps, 1000.0 * devices, like));
  }

  private static Demand sum(long[][] steps, double capacityMilli, TimeSeries.Points like) {
    long until = like.start() + like.width() * like.means().length;
    TimeSeries series = new TimeSeries(like.start(), like.width(), until);
    long now = 0;
    long peak = 0;
    long last = steps[0][0];
    for (long[] step : steps) {
      series.add(Math.max(like.start(), last), step[0], now / capacityMilli);
      last = step[0];
      now += step[1];
      peak = Math.max(peak, now);
    }
    return new Demand(series.points(), peak / capacityMilli);
  }
}
