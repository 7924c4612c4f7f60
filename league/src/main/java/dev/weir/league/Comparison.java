package dev.weir.league;

import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Summary;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Results of several lists beside the published figures. */
public final class Comparison {
  private static final Metric AT_100 = Metric.GPU_ALLOCATION_AT_100;
  private static final Metric AT_130 = Metric.GPU_ALLOCATION_AT_130;

  private final PackingExperiment experiment;
  private final StoredRows stored;
  private final List<ListResult> lists;

  public Comparison(PackingExperiment experiment, StoredRows stored, List<ListResult> lists) {
    this.experiment = experiment;
    this.stored = stored;
    this.lists = List.copyOf(lists);
  }

  /**
   * Our baseline beside the published one; ratios.
   *
   * @param tolerance largest difference at 130 % that is accepted on the anchor list
   */
  public record Baseline(
      String list,
      String policy,
      double at100,
      double stored100,
      double at130,
      double stored130,
      double tolerance) {
    public double difference() {
      return at130 - stored130;
    }

    public boolean within() {
      return Math.abs(difference()) <= tolerance;
    }
  }

  /** Baselines that were run and are published. */
  public List<Baseline> baselines() {
    return lists.stream()
        .flatMap(
            l ->
                experiment.baselines().entrySet().stream()
                    .filter(b -> l.mean(b.getKey(), AT_130).isPresent())
                    .flatMap(
                        b ->
                            stored.of(l.list(), b.getKey()).stream()
                                .map(
                                    s ->
                                        new Baseline(
                                            l.list(),
                                            b.getKey(),
                                            l.mean(b.getKey(), AT_100).orElseThrow(),
                                            s.at100(),
                                            l.mean(b.getKey(), AT_130).orElseThrow(),
                                            s.at130(),
                                            b.getValue()))))
        .toList();
  }

  /** Whether every baseline that was run meets its published figure on the anchor list. */
  public boolean baselinesHold() {
    return baselines().stream()
        .filter(b -> b.list().equals(experiment.anchor()))
        .allMatch(Baseline::within);
  }

  /**
   * Our policy beside the reference of the same run, at 130 %; ratios.
   *
   * @param above share of the seeds on which ours allocates more
   * @param cut of what the reference leaves unallocated
   */
  public record Contest(
      ListResult list,
      double reference,
      double referenceCi95,
      double ours,
      double oursCi95,
      double above,
      double cut) {
    public double difference() {
      return ours - reference;
    }
  }

  /** For each list on which both were run. */
  public List<Contest> contests() {
    return lists.stream()
        .filter(l -> l.mean(experiment.reference(), AT_130).isPresent())
        .filter(l -> l.mean(experiment.challenger(), AT_130).isPresent())
        .map(this::contest)
        .toList();
  }

  private Contest contest(ListResult list) {
    double[] theirs = list.values(experiment.reference(), AT_130);
    double[] ours = list.values(experiment.challenger(), AT_130);
    int above = 0;
    for (int i = 0; i < ours.length; i++) {
      above += ours[i] > theirs[i] ? 1 : 0;
    }
    double reference = list.mean(experiment.reference(), AT_130).orElseThrow();
    double mean = list.mean(experiment.challenger(), AT_130).orElseThrow();
    return new Contest(
        list,
        reference,
        halfWidth(list, experiment.reference()),
        mean,
        halfWidth(list, experiment.challenger()),
        (double) above / ours.length,
        (mean - reference) / (1 - reference));
  }

  private double halfWidth(ListResult list, String policy) {
    return summary().summary().stream()
        .filter(r -> r.trace().equals(list.list()) && r.policy().equals(policy))
        .filter(r -> r.metric().equals(AT_130.key()))
        .findFirst()
        .orElseThrow()
        .ci95();
  }

  /** All figures over the seeds, with the published ones. */
  public Summary summary() {
    Summary.Builder builder = new Summary.Builder();
    for (ListResult list : lists) {
      for (ListResult.RunResult run : list.runs()) {
        var key = new Summary.Key(experiment.name(), list.list(), run.policy());
        Map<String, Double> figures = new TreeMap<>();
        figures.put(AT_100.key(), run.figure(AT_100));
        figures.put(AT_130.key(), run.figure(AT_130));
        figures.put(Metric.GPU_UNALLOCATED.key(), 1 - run.figure(AT_130));
        builder.add(key, figures);
        stored
            .of(list.list(), run.policy())
            .ifPresent(
                s ->
                    builder
                        .stored(key, AT_100.key(), s.at100())
                        .stored(key, AT_130.key(), s.at130())
                        .stored(key, Metric.GPU_UNALLOCATED.key(), 1 - s.at130()));
      }
      list.bound()
          .ifPresent(
              b ->
                  builder.add(
                      new Summary.Key(experiment.name(), list.list(), "bound"),
                      Map.of(AT_130.key(), b)));
    }
    return builder.build();
  }
}
