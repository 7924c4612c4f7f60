package dev.weir.simulator.metrics;

import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of a run: key in results, unit, and what exactly is measured. Published work gives
 * different meanings to one name, so the meaning travels with the number.
 */
public enum Metric {
  GPU_ALLOCATION(
      "gpu_allocation",
      "ratio",
      "Booked milli-devices ÷ all milli-devices of the fleet, when the last job has arrived and the"
          + " pass for it is done"),
  GPU_ALLOCATION_AT_100(
      "gpu_allocation_at_100",
      "ratio",
      "Booked ÷ all milli-devices, mean over the arrivals at which round(100 × arrived ÷ capacity)"
          + " is 100"),
  GPU_ALLOCATION_AT_130(
      "gpu_allocation_at_130", "ratio", "The same where the rounded share arrived is 130"),
  GPU_UNALLOCATED("gpu_unallocated", "ratio", "1 − gpu_allocation"),
  GPU_UTILIZATION(
      "gpu_utilization",
      "ratio",
      "Time-average of booked ÷ all milli-devices from the first submission to the last end"),
  GPU_UTILIZATION_ARRIVALS(
      "gpu_utilization_arrivals",
      "ratio",
      "The same from the first to the last submission, without the tail in which the fleet empties"),
  GPU_UTILIZATION_EFFECTIVE(
      "gpu_utilization_effective",
      "ratio",
      "Like gpu_utilization, but only time in which work is done counts, weighted with the speed"
          + " against the best placement of the same size"),
  JCT_MEAN(
      "jct_mean",
      "s",
      "Job completion time: submission to end, over jobs that ran and ended (completed, failed or"
          + " cancelled while running); mean"),
  JCT_P50("jct_p50", "s", "Job completion time, median"),
  JCT_P99("jct_p99", "s", "Job completion time, 99th percentile, interpolated"),
  MAKESPAN("makespan", "s", "First submission to last end"),
  QUEUEING_MEAN(
      "queueing_mean",
      "s",
      "Time in which a job holds no room, from submission to end, waits after preemptions included;"
          + " mean over jobs that ran and ended"),
  QUEUEING_P99("queueing_p99", "s", "The same, 99th percentile"),
  QUEUEING_SHARE(
      "queueing_share",
      "ratio",
      "Sum of queueing times ÷ sum of the times in which jobs hold room"),
  SLOWDOWN_MEAN(
      "slowdown_mean",
      "ratio",
      "Completion time ÷ run time at reference speed, both at least 10 s (bounded slowdown,"
          + " Feitelson 1997); mean"),
  SLOWDOWN_P99("slowdown_p99", "ratio", "Bounded slowdown, 99th percentile"),
  DEADLINE_MET(
      "deadline_met", "ratio", "Jobs completed by their deadline ÷ jobs that have a deadline"),
  FRAGMENTATION(
      "fragmentation",
      "ratio",
      "Free milli-devices that a task of the arrived mix cannot use on its node (too little on the"
          + " device, too few whole devices, wrong model, CPU or memory short) ÷ all free"
          + " milli-devices; mean over the kinds of tasks by popularity (as F of FGD, ATC 2023, for"
          + " tasks with devices), over samples from first to last submission"),
  PREEMPTIONS(
      "preemptions",
      "1",
      "Running allocations that were stopped or moved for others: reclaim, priority, reservation,"
          + " move"),
  RESIZES("resizes", "1", "Changes of the size of running jobs"),
  WORK_LOST(
      "work_lost",
      "s",
      "Work done after the newest checkpoint and lost by stops and faults, in device-seconds at"
          + " reference speed"),
  MTTR("mttr", "s", "Fault of a running job until all its tasks run again; mean"),
  FTF_WORST(
      "ftf_worst",
      "ratio",
      "Finish-time fairness: completion time ÷ (run time at reference speed × contention),"
          + " contention = mean over the job's life of max(1, devices asked for by all jobs in the"
          + " system ÷ devices of the fleet); both times at least 10 s; the largest"),
  FTF_UNFAIR_SHARE(
      "ftf_unfair_share", "ratio", "Share of jobs whose finish-time fairness is above 1.05"),
  COMMUNICATION_SHARE(
      "communication_share",
      "ratio",
      "Device time spent on communication by gangs ÷ device time in which work is done"),
  JOBS_COMPLETED("jobs_completed", "1", "Jobs that completed"),
  JOBS_FAILED("jobs_failed", "1", "Jobs that failed, timed out or were given up"),
  JOBS_CANCELLED("jobs_cancelled", "1", "Jobs that were cancelled"),
  JOBS_REJECTED("jobs_rejected", "1", "Jobs refused at the door"),
  JOBS_UNFINISHED("jobs_unfinished", "1", "Jobs that had not ended when the run was over"),
  DECISION_MS_P50(
      "decision_ms_p50", "ms", "Wall time of one pass, measured outside the engine; median"),
  DECISION_MS_P99("decision_ms_p99", "ms", "The same, 99th percentile"),
  WALL_SECONDS("wall_seconds", "s", "Wall time of the whole run");

  private static final Map<String, Metric> BY_KEY = new TreeMap<>();

  static {
    for (Metric m : values()) {
      BY_KEY.put(m.key, m);
    }
  }

  private final String key;
  private final String unit;
  private final String meaning;

  Metric(String key, String unit, String meaning) {
    this.key = key;
    this.unit = unit;
    this.meaning = meaning;
  }

  /** Name in results. */
  public String key() {
    return key;
  }

  /** {@code ratio} (0 to 1 for shares), {@code s}, {@code ms} or {@code 1}. */
  public String unit() {
    return unit;
  }

  /** Definition, for reports. */
  public String meaning() {
    return meaning;
  }

  /** All by key, in alphabetical order. */
  public static Map<String, Metric> byKey() {
    return java.util.Collections.unmodifiableMap(BY_KEY);
  }
}
