package dev.weir.simulator.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Results in the form in which they are kept: {@code {"summary": [{...}]}}.
 *
 * @param summary one row for each experiment, trace, policy and metric
 */
public record Summary(List<Row> summary) {
  public Summary {
    summary = List.copyOf(summary);
  }

  /**
   * One figure over seeds.
   *
   * @param seed present in rows of a single run
   * @param metric key of {@link Metric}
   * @param mean over the runs
   * @param ci95 half-width of the 95 % confidence interval (Student t); 0 for one run
   * @param n runs
   * @param stored the published value that the mean is compared with
   */
  public record Row(
      String experiment,
      String trace,
      String policy,
      OptionalLong seed,
      String metric,
      double mean,
      double ci95,
      int n,
      String unit,
      OptionalDouble stored) {}

  /**
   * What identifies runs that differ in the seed only.
   *
   * @param experiment name of the experiment
   * @param trace name of the trace
   * @param policy name of the policy
   */
  public record Key(String experiment, String trace, String policy) {}

  /** Gathers runs; rows come out in the order in which keys and metrics came in. */
  public static final class Builder {
    private final Map<Key, Map<String, List<Double>>> runs = new LinkedHashMap<>();
    private final Map<Key, Map<String, Double>> stored = new LinkedHashMap<>();

    /** Adds the figures of one run, by metric key. */
    public Builder add(Key key, Map<String, Double> figures) {
      Map<String, List<Double>> metrics = runs.computeIfAbsent(key, _ -> new LinkedHashMap<>());
      figures.forEach((m, v) -> metrics.computeIfAbsent(m, _ -> new ArrayList<>()).add(v));
      return this;
    }

    /** Notes a published value. */
    public Builder stored(Key key, String metric, double value) {
      stored.computeIfAbsent(key, _ -> new LinkedHashMap<>()).put(metric, value);
      return this;
    }

    /** Mean and interval of each figure over the runs that have it. */
    public Summary build() {
      List<Row> rows = new ArrayList<>();
      runs.forEach(
          (key, metrics) ->
              metrics.forEach((metric, values) -> rows.add(row(key, metric, values))));
      return new Summary(rows);
    }

    private Row row(Key key, String metric, List<Double> values) {
      double[] v = values.stream().mapToDouble(d -> d).toArray();
      double mean = values.stream().mapToDouble(d -> d).average().orElseThrow();
      Double published = stored.getOrDefault(key, Map.of()).get(metric);
      Metric known = Metric.byKey().get(metric);
      return new Row(
          key.experiment(),
          key.trace(),
          key.policy(),
          OptionalLong.empty(),
          metric,
          mean,
          StudentT.halfWidth95(v),
          v.length,
          known == null ? "1" : known.unit(),
          published == null ? OptionalDouble.empty() : OptionalDouble.of(published));
    }
  }

  /** The rows of one run, each with its seed. */
  public static Summary ofRun(Key key, long seed, Map<String, Double> figures) {
    List<Row> rows =
        new Builder()
            .add(key, figures).build().summary().stream()
                .map(
                    r ->
                        new Row(
                            r.experiment(),
                            r.trace(),
                            r.policy(),
                            OptionalLong.of(seed),
                            r.metric(),
                            r.mean(),
                            r.ci95(),
                            r.n(),
                            r.unit(),
                            r.stored()))
                .toList();
    return new Summary(rows);
  }
}
