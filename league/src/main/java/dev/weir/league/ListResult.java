package dev.weir.league;

import dev.weir.league.Placed.Count;
import dev.weir.simulator.metrics.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one list gave.
 *
 * @param runs by policy, then seed
 * @param bound most that any policy could allocate at 130 %, mean over the seeds that it was worked
 *     out for; absent when it was not
 */
public record ListResult(String list, List<RunResult> runs, OptionalDouble bound) {
  /** One run. */
  public record RunResult(
      String policy, long seed, Map<String, Double> figures, Map<JobKind, Count> kinds) {
    /** A figure of the run. */
    public double figure(Metric metric) {
      return figures.getOrDefault(metric.key(), Double.NaN);
    }
  }

  /**
   * Jobs of a kind or class in the mean run.
   *
   * @param arrived jobs
   * @param reference of them placed by the policy that ours is compared with
   * @param ours placed by ours
   */
  public record PlacedRow(String what, double arrived, double reference, double ours) {}

  /** Runs of one policy, by seed. */
  public List<RunResult> of(String policy) {
    return runs.stream().filter(r -> r.policy().equals(policy)).toList();
  }

  /** A figure of each run of a policy, by seed. */
  public double[] values(String policy, Metric metric) {
    return of(policy).stream().mapToDouble(r -> r.figure(metric)).toArray();
  }

  /** Mean over the runs of a policy; empty when it was not run. */
  public OptionalDouble mean(String policy, Metric metric) {
    return of(policy).stream().mapToDouble(r -> r.figure(metric)).average();
  }

  /** Placed jobs by class, in the order of first arrival. */
  public List<PlacedRow> groups(String reference, String ours) {
    Map<String, PlacedRow> rows = new LinkedHashMap<>();
    kinds(reference, ours)
        .forEach(
            (kind, row) ->
                rows.merge(
                    kind.group(),
                    new PlacedRow(kind.group(), row.arrived, row.reference, row.ours),
                    (a, b) ->
                        new PlacedRow(
                            a.what,
                            a.arrived + b.arrived,
                            a.reference + b.reference,
                            a.ours + b.ours)));
    return List.copyOf(rows.values());
  }

  /** The kinds of which ours places fewer, most lost milli-devices first. */
  public List<PlacedRow> worst(String reference, String ours, int most) {
    List<Map.Entry<JobKind, PlacedRow>> less =
        new ArrayList<>(
            kinds(reference, ours).entrySet().stream()
                .filter(e -> e.getValue().ours < e.getValue().reference)
                .toList());
    less.sort(
        Comparator.comparingDouble(
            e ->
                (e.getValue().ours - e.getValue().reference)
                    * Math.max(1, e.getKey().totalMilli())));
    return less.stream().limit(most).map(Map.Entry::getValue).toList();
  }

  private Map<JobKind, PlacedRow> kinds(String reference, String ours) {
    Map<JobKind, Count> a = sum(reference);
    Map<JobKind, Count> b = sum(ours);
    double n = Math.max(1, of(reference).size());
    Map<JobKind, PlacedRow> rows = new LinkedHashMap<>();
    a.forEach(
        (kind, count) ->
            rows.put(
                kind,
                new PlacedRow(
                    kind.toString(),
                    count.arrived() / n,
                    count.placed() / n,
                    b.getOrDefault(kind, new Count(0, 0)).placed() / n)));
    return rows;
  }

  private Map<JobKind, Count> sum(String policy) {
    Map<JobKind, Count> sum = new LinkedHashMap<>();
    of(policy).forEach(r -> r.kinds().forEach((kind, c) -> sum.merge(kind, c, Count::plus)));
    return sum;
  }
}
