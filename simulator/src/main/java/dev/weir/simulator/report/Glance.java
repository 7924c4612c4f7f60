package dev.weir.simulator.report;

import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.metrics.Summary;
import dev.weir.simulator.run.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a reader in a hurry takes home: a few sentences that follow from the figures. */
public final class Glance {
  private final ExperimentResult result;
  private final Summary summary;
  private final List<String> sentences = new ArrayList<>();

  private Glance(ExperimentResult result) {
    this.result = result;
    this.summary = result.summary();
  }

  /** The sentences, the most important first. */
  public static List<String> of(ExperimentResult result) {
    Glance glance = new Glance(result);
    if (result.experiment().protocol() == Protocol.TIMED) {
      glance.demand();
      glance.target(Headline.UTILIZATION, "while jobs arrive");
      glance.target(Headline.QUEUEING_SHARE, "on the whole");
      glance.best(Headline.JCT_MEAN, "finishes jobs soonest", "finish jobs soonest");
    } else {
      glance.best(Headline.ALLOCATION, "allocates most GPUs", "allocate most GPUs");
    }
    glance.best(Headline.FRAGMENTATION, "fragments least", "fragment least");
    glance.unfinished();
    return List.copyOf(glance.sentences);
  }

  /** Where nobody has to wait, policies cannot differ in waiting; a reader must know. */
  private void demand() {
    Experiment e = result.experiment();
    var run = result.runs().getFirst();
    Optional<Demand> demand =
        Demand.of(e.arrivals(run.seed()), e.devices(), run.result().scorecard().allocated());
    demand
        .filter(d -> d.peak() < 1)
        .ifPresent(
            d ->
                sentences.add(
                    ("Even if every job started at once, at most %s of the GPUs would be in use at"
                            + " any moment: at this load the trace cannot fill the cluster, and policies"
                            + " differ only in where they place.")
                        .formatted(Numbers.percent(d.peak()))));
  }

  private void target(Headline figure, String where) {
    List<String> met = new ArrayList<>();
    List<String> missed = new ArrayList<>();
    for (PolicySpec policy : result.experiment().policies()) {
      figure
          .row(summary, policy.name())
          .ifPresent(
              row ->
                  (figure.met(row.mean()).orElse(true) ? met : missed)
                      .add(policy.name() + " " + figure.text(row.mean())));
    }
    if (met.isEmpty() && missed.isEmpty()) {
      return;
    }
    String goal =
        figure.label() + " " + where + ", target " + figure.targetText().orElse("") + ": ";
    if (missed.isEmpty() || met.isEmpty()) {
      String verdict = missed.isEmpty() ? "every policy meets it (" : "no policy meets it (";
      sentences.add(goal + verdict + values(figure, missed.isEmpty() ? met : missed) + ").");
    } else {
      sentences.add(
          goal
              + "met by "
              + String.join(", ", met)
              + "; not by "
              + String.join(", ", missed)
              + ".");
    }
  }

  /** Equal values are said once. */
  private String values(Headline figure, List<String> named) {
    List<String> different =
        summary.summary().stream()
            .filter(r -> r.metric().equals(figure.metric().key()))
            .map(r -> figure.text(r.mean()))
            .distinct()
            .toList();
    return different.size() == 1 && named.size() > 1
        ? different.getFirst() + " with each"
        : String.join(", ", named);
  }

  private void best(Headline figure, String one, String several) {
    List<Summary.Row> rows =
        result.experiment().policies().stream()
            .flatMap(p -> figure.row(summary, p.name()).stream())
            .toList();
    if (rows.size() < 2) {
      return;
    }
    Summary.Row best = rows.getFirst();
    Summary.Row worst = rows.getFirst();
    for (Summary.Row row : rows) {
      best = figure.beats(row.mean(), best.mean()) ? row : best;
      worst = figure.beats(worst.mean(), row.mean()) ? row : worst;
    }
    if (!figure.beats(best.mean(), worst.mean())) {
      return;
    }
    double top = best.mean();
    List<String> first =
        rows.stream().filter(r -> !figure.beats(top, r.mean())).map(Summary.Row::policy).toList();
    sentences.add(
        "%s %s: %s %s, against %s of %s."
            .formatted(
                first.stream().collect(Collectors.joining(" and ")),
                first.size() == 1 ? one : several,
                inSentence(figure.label()),
                figure.text(top),
                figure.text(worst.mean()),
                worst.policy()));
  }

  private static String inSentence(String label) {
    boolean acronym = Character.isUpperCase(label.charAt(1));
    return acronym ? label : Character.toLowerCase(label.charAt(0)) + label.substring(1);
  }

  private void unfinished() {
    for (PolicySpec policy : result.experiment().policies()) {
      Headline.UNFINISHED
          .row(summary, policy.name())
          .filter(row -> row.mean() > 0 && result.experiment().protocol() == Protocol.TIMED)
          .ifPresent(
              row ->
                  sentences.add(
                      "With %s %s jobs had not ended when nothing more could happen."
                          .formatted(policy.name(), Numbers.count(row.mean()))));
    }
  }
}
