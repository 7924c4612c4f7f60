package dev.weir.cli.command;

import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.metrics.Summary;
import dev.weir.simulator.report.Glance;
import dev.weir.simulator.report.Headline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The result of an experiment for people: figures as rows, policies as columns. */
final class SimulateTable {
  /** So many columns fit on a usual terminal. */
  private static final int ABREAST = 5;

  private final ExperimentResult result;
  private final Summary summary;

  SimulateTable(ExperimentResult result) {
    this.result = result;
    this.summary = result.summary();
  }

  void print(Terminal terminal) {
    Experiment e = result.experiment();
    String load = e.load().isPresent() ? ", load " + e.load().getAsDouble() : "";
    String seeds = (e.seeds().count() == 1 ? "seed " : "seeds ") + e.seeds();
    terminal
        .out()
        .println(
            terminal.paint(Style.BOLD, e.name())
                + ": %,d jobs of %s on %,d devices of %,d nodes%s, %s"
                    .formatted(
                        e.jobs().size(),
                        e.trace(),
                        e.devices(),
                        e.cluster().nodes().size(),
                        load,
                        seeds));
    List<String> names = e.policies().stream().map(PolicySpec::name).toList();
    for (int from = 0; from < names.size(); from += ABREAST) {
      terminal.out().println();
      table(names.subList(from, Math.min(names.size(), from + ABREAST))).print(terminal);
    }
    terminal.out().println();
    Glance.of(result).forEach(sentence -> terminal.out().println(sentence));
  }

  private Table table(List<String> policies) {
    List<String> head = new ArrayList<>(List.of("figure", "target"));
    head.addAll(policies);
    Table table = new Table(head.toArray(String[]::new));
    for (Headline figure : Headline.telling(summary)) {
      List<Object> cells = new ArrayList<>();
      cells.add(figure.label());
      cells.add(figure.targetText().orElse(""));
      policies.forEach(policy -> cells.add(cell(figure, policy)));
      table.row(cells.toArray());
    }
    return table;
  }

  private String cell(Headline figure, String policy) {
    Optional<Summary.Row> row = figure.row(summary, policy);
    if (row.isEmpty()) {
      return "-";
    }
    String mark = figure.met(row.get().mean()).map(met -> met ? " ✓" : " ✗").orElse("");
    return figure.text(row.get()) + mark;
  }
}
