package dev.weir.cli.journal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Scorecard;
import dev.weir.simulator.replay.Recorded;
import dev.weir.simulator.replay.WhatIf;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Figures of a record beside those of the same jobs under other policies. */
final class ReplayReport {
  private static final String RECORDED = "recorded";

  private static final List<Metric> FIGURES =
      List.of(
          Metric.JOBS_COMPLETED,
          Metric.JOBS_CANCELLED,
          Metric.JCT_MEAN,
          Metric.JCT_P50,
          Metric.JCT_P99,
          Metric.MAKESPAN,
          Metric.QUEUEING_MEAN,
          Metric.QUEUEING_P99,
          Metric.GPU_UTILIZATION);

  private final Recorded recorded;
  private final int unfinished;
  private final Map<String, Scorecard> columns = new LinkedHashMap<>();

  ReplayReport(Recorded recorded, List<PolicySpec> policies, long seed) {
    this.recorded = recorded;
    columns.put(RECORDED, recorded.scorecard());
    WhatIf whatIf = new WhatIf(recorded);
    unfinished = whatIf.unfinished();
    for (PolicySpec policy : policies) {
      columns.put(policy.name(), whatIf.under(policy, seed).scorecard());
    }
  }

  void print(Terminal terminal) {
    Duration span = Duration.ofMillis(recorded.until() - recorded.from());
    terminal
        .out()
        .printf(
            "%d turns from %s on, over %d h %d min; recorded under %s%n%n",
            recorded.turns(),
            Instant.ofEpochMilli(recorded.from()),
            span.toHours(),
            span.toMinutesPart(),
            recorded.policy().map(PolicySpec::name).orElse("weir"));
    List<String> head = new ArrayList<>(List.of("FIGURE", "UNIT"));
    head.addAll(columns.keySet());
    Table table = new Table(head.toArray(String[]::new));
    for (Metric metric : FIGURES) {
      List<Object> cells = new ArrayList<>(List.of(metric.key(), metric.unit()));
      columns.forEach((name, scorecard) -> cells.add(cell(metric, name, scorecard)));
      table.row(cells.toArray());
    }
    table.print(terminal);
    terminal
        .out()
        .printf(
            "%nAssumed: a job needs the run time that it needed then, over all its starts; its first"
                + " start takes what its last one took then, every further one %d ms.%n",
            recorded.startMillis());
    if (unfinished > 0) {
      terminal
          .out()
          .printf(
              "%d jobs had not ended when the record ends, and run on until then.%n", unfinished);
    }
  }

  /** The figure, and how far it is from what was recorded. */
  private String cell(Metric metric, String name, Scorecard scorecard) {
    OptionalDouble value = scorecard.figure(metric);
    if (value.isEmpty()) {
      return "-";
    }
    String text = String.format(Locale.ROOT, "%.3f", value.getAsDouble());
    OptionalDouble base = recorded.scorecard().figure(metric);
    if (name.equals(RECORDED) || base.isEmpty() || base.getAsDouble() == 0) {
      return text;
    }
    double change = value.getAsDouble() / base.getAsDouble() - 1;
    return text + String.format(Locale.ROOT, " (%+.1f %%)", 100 * change);
  }

  ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("turns", recorded.turns()).put("unfinished", unfinished);
    ObjectNode policies = root.putObject("policies");
    columns.forEach(
        (name, scorecard) -> {
          ObjectNode figures = policies.putObject(name);
          scorecard.figures().forEach(figures::put);
        });
    return root;
  }
}
