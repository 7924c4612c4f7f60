package dev.weir.league;

import dev.weir.model.fleet.NodeSpec;
import dev.weir.solver.FillBound;
import dev.weir.traces.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PriorityQueue;

/**
 * The most that any policy can allocate that never refuses a job which fits somewhere, even if it
 * knows all arrivals in advance.
 *
 * <p>Nothing ever leaves, so a kind of job that does not fit at one time never fits again: it is
 * placed until its own last time and never after. One kind is looked at, the share that leaves most
 * waste (on OpenB 810 milli, of which each leaves 190). Whatever its last time is, between arrivals
 * a and b say: the jobs of the kind that came before a were placed, and those of every kind that
 * asks for no more of anything; and no kind that asks for at least as much of everything was placed
 * after b. Under these limits {@link FillBound} says what can be filled; the bound is the largest
 * value over all last times, by halving the interval that promises most until it is short. The
 * relaxation underneath (fractions of patterns, CPU and memory pooled by class of nodes) only ever
 * adds.
 */
final class NeverRefusingBound {
  /** Intervals are halved down to this share of the arrivals, or to one. */
  private static final double SHORT = 0.0025;

  private static final double CPU_UNIT = 1000;
  private static final double MEMORY_UNIT = 1L << 30;

  private final List<JobKind> arrivals = new ArrayList<>();
  private final List<JobKind> kinds;
  private final long capacityMilli;
  private final List<NodeSpec> nodes;

  private record ClassKey(String model, int devices) {}

  /** Last times from {@code from} to {@code to} (arrivals before them), and what they allow. */
  private record Interval(int from, int to, double value) {}

  /**
   * @param jobs in the order of arrival
   */
  NeverRefusingBound(List<NodeSpec> nodes, List<TraceJob> jobs) {
    this.nodes = nodes.stream().filter(n -> !n.devices().isEmpty()).toList();
    capacityMilli = 1000L * nodes.stream().mapToLong(n -> n.devices().size()).sum();
    jobs.forEach(j -> arrivals.add(JobKind.of(j)));
    kinds = arrivals.stream().filter(k -> k.devices() > 0).distinct().toList();
  }

  /**
   * The bound, a ratio, at the time when arrived jobs ask for {@code load} × capacity, rounded to
   * whole per cent as in the protocol.
   */
  double at(double load) {
    int end = 0;
    double asked = 0;
    while (end < arrivals.size()) {
      asked += arrivals.get(end).totalMilli();
      if (asked > (load + 0.005) * capacityMilli) {
        break;
      }
      end++;
    }
    FillBound relaxation = relaxation();
    JobKind wasteful = mostWasteful(end);
    PriorityQueue<Interval> open =
        new PriorityQueue<>(Comparator.comparingDouble((Interval i) -> -i.value));
    open.add(new Interval(0, end, Double.POSITIVE_INFINITY));
    while (true) {
      Interval top = open.remove();
      if (top.to - top.from <= Math.max(1, SHORT * end)) {
        return top.value / capacityMilli;
      }
      int middle = (top.from + top.to) / 2;
      push(open, relaxation, wasteful, top.from, middle, end);
      push(open, relaxation, wasteful, middle, top.to, end);
    }
  }

  private void push(
      PriorityQueue<Interval> open,
      FillBound relaxation,
      JobKind wasteful,
      int from,
      int to,
      int end) {
    double[] before = devicesAsked(from);
    double[] until = devicesAsked(to);
    double[] all = devicesAsked(end);
    double[] least = new double[kinds.size()];
    double[] most = new double[kinds.size()];
    for (int k = 0; k < least.length; k++) {
      boolean asksLess = fitsWhere(wasteful, kinds.get(k));
      boolean asksMore = fitsWhere(kinds.get(k), wasteful);
      least[k] = asksLess ? before[k] : 0;
      most[k] = asksMore ? until[k] : all[k];
    }
    OptionalDouble value = relaxation.solve(least, most);
    value.ifPresent(v -> open.add(new Interval(from, to, v)));
  }

  /** Whether the small job fits wherever the large one does. */
  private static boolean fitsWhere(JobKind large, JobKind small) {
    boolean models =
        small.models().isEmpty()
            || !large.models().isEmpty() && small.models().containsAll(large.models());
    return models
        && small.milli() <= large.milli()
        && small.devices() <= large.devices()
        && small.cpuMilli() <= large.cpuMilli()
        && small.memoryBytes() <= large.memoryBytes();
  }

  /** The share for any model of which more than half is used and most is left over in sum. */
  private JobKind mostWasteful(int end) {
    Map<JobKind, Long> left = new LinkedHashMap<>();
    for (JobKind k : arrivals.subList(0, end)) {
      if (k.devices() == 1 && k.milli() > 500 && k.models().isEmpty()) {
        left.merge(k, 1000L - k.milli(), Long::sum);
      }
    }
    return left.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow(() -> new IllegalArgumentException("no job shares more than half a device"));
  }

  private double[] devicesAsked(int until) {
    Map<JobKind, Double> sum = new LinkedHashMap<>();
    kinds.forEach(k -> sum.put(k, 0.0));
    for (JobKind k : arrivals.subList(0, until)) {
      sum.computeIfPresent(k, (_, n) -> n + k.devices());
    }
    return sum.values().stream().mapToDouble(d -> d).toArray();
  }

  private FillBound relaxation() {
    Map<ClassKey, FillBound.DeviceClass> classes = new LinkedHashMap<>();
    for (NodeSpec n : nodes) {
      classes.merge(
          new ClassKey(n.devices().getFirst().model().name(), n.devices().size()),
          new FillBound.DeviceClass(
              n.devices().size(), n.cpu().milli() / CPU_UNIT, n.memory().value() / MEMORY_UNIT),
          (a, b) ->
              new FillBound.DeviceClass(
                  a.devices() + b.devices(), a.cpu() + b.cpu(), a.memory() + b.memory()));
    }
    List<FillBound.Kind> perDevice = new ArrayList<>();
    for (JobKind k : kinds) {
      List<Boolean> admitted =
          classes.keySet().stream()
              .map(
                  c ->
                      k.devices() <= c.devices
                          && (k.models().isEmpty() || k.models().contains(c.model)))
              .toList();
      perDevice.add(
          new FillBound.Kind(
              k.milli(),
              k.cpuMilli() / CPU_UNIT / k.devices(),
              k.memoryBytes() / MEMORY_UNIT / k.devices(),
              admitted));
    }
    return new FillBound(List.copyOf(classes.values()), perDevice);
  }
}
