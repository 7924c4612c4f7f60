package dev.weir.simulator.report;

import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Summary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The figures that people compare policies by, in the order in which they ask for them. */
public enum Headline {
  UTILIZATION(Metric.GPU_UTILIZATION_ARRIVALS, "GPU utilisation", Better.HIGHER, 0.70),
  ALLOCATION(Metric.GPU_ALLOCATION, "GPUs allocated at the end of arrivals", Better.HIGHER),
  ALLOCATION_AT_100(Metric.GPU_ALLOCATION_AT_100, "GPUs allocated at 100 %", Better.HIGHER),
  ALLOCATION_AT_130(Metric.GPU_ALLOCATION_AT_130, "GPUs allocated at 130 %", Better.HIGHER),
  QUEUEING_SHARE(Metric.QUEUEING_SHARE, "Queueing ÷ run time", Better.LOWER, 0.10),
  QUEUEING_MEAN(Metric.QUEUEING_MEAN, "Queueing, mean", Better.LOWER),
  QUEUEING_P99(Metric.QUEUEING_P99, "Queueing, p99", Better.LOWER),
  JCT_MEAN(Metric.JCT_MEAN, "Completion time, mean", Better.LOWER),
  JCT_P50(Metric.JCT_P50, "Completion time, p50", Better.LOWER),
  JCT_P99(Metric.JCT_P99, "Completion time, p99", Better.LOWER),
  SLOWDOWN_MEAN(Metric.SLOWDOWN_MEAN, "Slowdown, mean", Better.LOWER),
  SLOWDOWN_P99(Metric.SLOWDOWN_P99, "Slowdown, p99", Better.LOWER),
  FRAGMENTATION(Metric.FRAGMENTATION, "Fragmentation", Better.LOWER),
  MAKESPAN(Metric.MAKESPAN, "Makespan", Better.LOWER),
  DEADLINE_MET(Metric.DEADLINE_MET, "Deadlines met", Better.HIGHER),
  UNFAIR_SHARE(Metric.FTF_UNFAIR_SHARE, "Jobs treated unfairly", Better.LOWER),
  COMMUNICATION(Metric.COMMUNICATION_SHARE, "Communication share", Better.LOWER),
  PREEMPTIONS(Metric.PREEMPTIONS, "Preemptions", Better.LOWER),
  WORK_LOST(Metric.WORK_LOST, "Work lost (GPU time)", Better.LOWER),
  RECOVERY(Metric.MTTR, "Recovery time", Better.LOWER),
  REJECTED(Metric.JOBS_REJECTED, "Jobs rejected", Better.LOWER),
  UNFINISHED(Metric.JOBS_UNFINISHED, "Jobs unfinished", Better.LOWER),
  DECISION(Metric.DECISION_MS_P99, "Decision time, p99", Better.LOWER),
  WALL(Metric.WALL_SECONDS, "Simulated in", Better.LOWER);

  private enum Better {
    HIGHER,
    LOWER
  }

  private final Metric metric;
  private final String label;
  private final Better better;
  private final OptionalDouble target;

  Headline(Metric metric, String label, Better better) {
    this(metric, label, better, OptionalDouble.empty());
  }

  Headline(Metric metric, String label, Better better, double target) {
    this(metric, label, better, OptionalDouble.of(target));
  }

  Headline(Metric metric, String label, Better better, OptionalDouble target) {
    this.metric = metric;
    this.label = label;
    this.better = better;
    this.target = target;
  }

  public Metric metric() {
    return metric;
  }

  /** What people call it. */
  public String label() {
    return label;
  }

  boolean higherIsBetter() {
    return better == Better.HIGHER;
  }

  /** The target in words: {@code ≥ 70 %}. */
  public Optional<String> targetText() {
    return target.isEmpty()
        ? Optional.empty()
        : Optional.of((higherIsBetter() ? "≥ " : "≤ ") + text(target.getAsDouble()));
  }

  OptionalDouble target() {
    return target;
  }

  /** Whether a value meets the target; empty without one. */
  public Optional<Boolean> met(double value) {
    return target.isEmpty()
        ? Optional.empty()
        : Optional.of(
            higherIsBetter() ? value >= target.getAsDouble() : value <= target.getAsDouble());
  }

  /** Whether one value is better than another by more than what is shown of it. */
  boolean beats(double one, double other) {
    return !text(one).equals(text(other)) && (higherIsBetter() ? one > other : one < other);
  }

  /** A value in its unit. */
  public String text(double value) {
    return switch (metric.unit()) {
      case "s" -> Numbers.duration(value);
      case "ms" -> Numbers.digits(value) + " ms";
      case "ratio" -> slowdown() ? Numbers.digits(value) + " ×" : Numbers.percent(value);
      default -> Numbers.count(value);
    };
  }

  private boolean slowdown() {
    return this == SLOWDOWN_MEAN || this == SLOWDOWN_P99;
  }

  /** A mean and its interval, in one unit; without an interval the mean alone. */
  public String text(Summary.Row row) {
    if (row.n() < 2) {
      return text(row.mean());
    }
    String mean = text(row.mean());
    int unit = mean.indexOf(' ');
    double scale = unit < 0 ? 1 : scale(mean.substring(unit + 1));
    String half = Numbers.digits(row.ci95() / scale);
    return unit < 0
        ? mean + " ± " + half
        : mean.substring(0, unit) + " ± " + half + mean.substring(unit);
  }

  private static double scale(String unit) {
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "%" -> 0.01;
      case "min" -> 60;
      case "h" -> 3600;
      case "d" -> 86400;
      default -> 1;
    };
  }

  /** The row of a policy, if the figure has a meaning there. */
  public Optional<Summary.Row> row(Summary summary, String policy) {
    return summary.summary().stream()
        .filter(r -> r.policy().equals(policy) && r.metric().equals(metric.key()))
        .findFirst();
  }

  /**
   * The figures that say something about these policies: absent ones and zeros everywhere do not.
   */
  public static List<Headline> telling(Summary summary) {
    return java.util.Arrays.stream(values()).filter(h -> h.tells(summary)).toList();
  }

  private boolean tells(Summary summary) {
    boolean zeroSaysNothing =
        switch (this) {
          case PREEMPTIONS, WORK_LOST, COMMUNICATION, REJECTED, UNFINISHED -> true;
          default -> false;
        };
    boolean steady = this == ALLOCATION && has(summary, Metric.JCT_MEAN);
    return !steady
        && summary.summary().stream()
            .anyMatch(r -> r.metric().equals(metric.key()) && (!zeroSaysNothing || r.mean() != 0));
  }

  private static boolean has(Summary summary, Metric metric) {
    return summary.summary().stream().anyMatch(r -> r.metric().equals(metric.key()));
  }
}
