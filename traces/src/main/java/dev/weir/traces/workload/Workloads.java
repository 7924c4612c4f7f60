package dev.weir.traces.workload;

import dev.weir.traces.TraceJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Changes of a trace that experiments are made of. None changes its argument. */
public final class Workloads {
  private Workloads() {}

  /**
   * Offered load of a cluster: Σ tasks × devices × share × duration of the jobs, divided by
   * (devices of the cluster × (last − first submission)). A share below a whole device counts as
   * that share; jobs without devices count nothing.
   *
   * @param devices devices of the cluster
   * @throws IllegalArgumentException when a job with devices has no duration, or all jobs arrive at
   *     one time
   */
  public static double offeredLoad(List<TraceJob> jobs, long devices) {
    double first = Double.POSITIVE_INFINITY;
    double last = Double.NEGATIVE_INFINITY;
    double deviceSeconds = 0;
    for (TraceJob job : jobs) {
      first = Math.min(first, job.submitSeconds());
      last = Math.max(last, job.submitSeconds());
      deviceSeconds += deviceSeconds(job);
    }
    if (!(last > first) || devices <= 0) {
      throw new IllegalArgumentException(
          "a load needs devices and jobs that arrive at different times");
    }
    return deviceSeconds / (devices * (last - first));
  }

  private static double deviceSeconds(TraceJob job) {
    if (job.devices() == 0) {
      return 0;
    }
    double seconds =
        job.durationSeconds()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        job.job() + " has no duration, so its load is unknown"));
    return seconds * job.totalDeviceMilli() / TraceJob.WHOLE_DEVICE;
  }

  /**
   * Moves the arrivals together, or apart, so that {@link #offeredLoad} becomes {@code load}: the
   * first job arrives at 0, all distances between arrivals are multiplied by one factor, durations
   * stay. Deadlines keep their distance to the submission. The order of the list stays.
   *
   * @param devices devices of the cluster
   * @param load wanted offered load; 1 = the cluster would have to be full all the time
   */
  public static List<TraceJob> compressToLoad(List<TraceJob> jobs, long devices, double load) {
    if (!(load > 0) || Double.isInfinite(load)) {
      throw new IllegalArgumentException("no load to compress to: " + load);
    }
    double now = offeredLoad(jobs, devices);
    if (now == 0) {
      throw new IllegalArgumentException("no job asks for devices, so no arrivals make a load");
    }
    double first = jobs.stream().mapToDouble(TraceJob::submitSeconds).min().orElse(0);
    double factor = now / load;
    return jobs.stream()
        .map(job -> job.submittedAt((job.submitSeconds() - first) * factor))
        .toList();
  }

  /**
   * The arrivals of the FGD experiments (Weng et al., USENIX ATC 2023): the jobs sorted by id,
   * shuffled with the seed, then jobs drawn from them at random with replacement and appended,
   * until the next one would take the requested devices past {@code ratio} × capacity. A list that
   * asks for more by itself is shuffled and kept whole. Copies are named {@code <job>+1}, {@code
   * <job>+2}, ... Job number i of the result is submitted at i seconds and has no duration, because
   * nothing ends in these experiments.
   *
   * @param ratio wanted demand; 1.3 in the experiments
   * @param capacityMilli devices of the cluster × 1000
   */
  public static List<TraceJob> inflate(
      List<TraceJob> jobs, long seed, double ratio, long capacityMilli) {
    TraceJob[] order = jobs.toArray(TraceJob[]::new);
    Arrays.sort(order, Comparator.comparing(TraceJob::job));
    var draws = new Draws(seed);
    draws.shuffle(order);
    List<TraceJob> arrivals = new ArrayList<>(Arrays.asList(order));
    double limit = ratio * capacityMilli;
    long asked = jobs.stream().mapToLong(TraceJob::totalDeviceMilli).sum();
    if (asked == 0) {
      throw new IllegalArgumentException("no job asks for devices, so no number of them is enough");
    }
    Map<String, Integer> copies = new HashMap<>();
    while (asked <= limit) {
      TraceJob drawn = order[draws.below(order.length)];
      asked += drawn.totalDeviceMilli();
      if (asked <= limit) {
        arrivals.add(drawn.withJob(drawn.job() + '+' + copies.merge(drawn.job(), 1, Integer::sum)));
      }
    }
    for (int i = 0; i < arrivals.size(); i++) {
      arrivals.set(i, arrivals.get(i).submittedAt(i).lasting(OptionalDouble.empty()));
    }
    return List.copyOf(arrivals);
  }

  /** So many jobs, drawn without replacement; they stay in the order of the list. */
  public static List<TraceJob> sample(List<TraceJob> jobs, long seed, int count) {
    if (count < 0 || count > jobs.size()) {
      throw new IllegalArgumentException("cannot draw %d of %d jobs".formatted(count, jobs.size()));
    }
    var draws = new Draws(seed);
    List<TraceJob> drawn = new ArrayList<>(count);
    // Selection sampling (Knuth, volume 2, algorithm S): one pass, order kept.
    for (int seen = 0; drawn.size() < count; seen++) {
      if (draws.below(jobs.size() - seen) < count - drawn.size()) {
        drawn.add(jobs.get(seen));
      }
    }
    return List.copyOf(drawn);
  }

  /** All submissions and deadlines later by so many seconds, or earlier when negative. */
  public static List<TraceJob> shift(List<TraceJob> jobs, double seconds) {
    return jobs.stream().map(job -> job.submittedAt(job.submitSeconds() + seconds)).toList();
  }
}
