package dev.weir.simulator.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.experiment.ExperimentRun;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.run.Protocol;
import dev.weir.traces.TraceFile;
import dev.weir.traces.TraceNote;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What went in: trace, constants, policies, and what the figures mean. */
final class Inputs {
  private final ExperimentResult result;
  private final Experiment experiment;

  Inputs(ExperimentResult result) {
    this.result = result;
    this.experiment = result.experiment();
  }

  Markup header() {
    Markup header = new Markup().add("<header><p class='brand'>Weir · simulation report</p>\n");
    header.add("<h1>%</h1>\n", experiment.name());
    if (!experiment.description().isEmpty()) {
      header.add("<p class='lead'>%</p>\n", experiment.description());
    }
    header.add("<dl class='facts'>");
    fact(header, "Trace", experiment.source().format() + " / " + experiment.trace());
    fact(header, "Jobs", Numbers.count(experiment.arrivals(experiment.seeds().first()).size()));
    fact(header, "GPUs", Numbers.count(experiment.devices()));
    fact(header, "Nodes", Numbers.count(experiment.cluster().nodes().size()));
    fact(header, loadName(), load());
    fact(header, experiment.seeds().count() == 1 ? "Seed" : "Seeds", experiment.seeds().toString());
    fact(header, "Forecasts", words(ConstantsTree.of(experiment.forecasts())));
    header.add("</dl>\n<ul class='caveats'>");
    experiment.source().notes().forEach(note -> header.add("<li>%</li>", noteText(note)));
    experiment.changes().forEach(change -> header.add("<li>%</li>", change));
    return header.add("</ul></header>\n");
  }

  /** The reader must know that the trace does not show how these jobs ended. */
  private static String noteText(TraceNote note) {
    return note.key().equals("running")
        ? note.text() + ". Running pods do not end there; here they are taken to."
        : note.text() + ".";
  }

  private String loadName() {
    return experiment.protocol() == Protocol.INFLATION ? "Arrivals" : "Offered load";
  }

  private String load() {
    if (experiment.load().isEmpty()) {
      return "as recorded";
    }
    String load = Numbers.percent(experiment.load().getAsDouble());
    return experiment.protocol() == Protocol.INFLATION ? load + " of all GPUs" : load;
  }

  private static void fact(Markup header, String name, String value) {
    header.add("<div><dt>%</dt><dd>%</dd></div>", name, value);
  }

  Markup trace() {
    Markup section = new Markup().add("<section><h2>Trace</h2>\n<div class='wide'><table>");
    section.add("<thead><tr><th>File</th><th class='num'>Rows</th><th class='num'>Used</th>");
    section.add("<th>SHA-256 of the content</th></tr></thead><tbody>");
    for (TraceFile file : experiment.source().files()) {
      section.add(
          "<tr><th>%</th><td class='num'>%</td><td class='num'>%</td><td><code>%</code></td></tr>",
          Path.of(file.file()).getFileName(),
          Numbers.count(file.rows()),
          Numbers.count(file.kept()),
          file.sha256());
    }
    section.add("</tbody></table></div>\n<p>%</p>\n", protocol());
    if (experiment.source().problemCount() > 0) {
      section.add(
          "<p class='bad'>% faulty rows were left out. The first: %</p>",
          experiment.source().skippedRows(), experiment.source().problems().getFirst().render());
    }
    return section.add("</section>\n");
  }

  private String protocol() {
    if (experiment.protocol() == Protocol.INFLATION) {
      return "Protocol inflation: jobs arrive one by one and never leave; one that has no room after"
          + " its pass is dropped and still counts as arrived.";
    }
    if (experiment.load().isEmpty()) {
      return "Protocol timed: jobs arrive as recorded, run for their recorded time, and leave.";
    }
    return ("Protocol timed: all distances between arrivals are multiplied by one factor, so that"
            + " the GPU-seconds of all jobs ÷ (GPUs × time from first to last arrival) are %s; run"
            + " times stay as recorded.")
        .formatted(experiment.load().getAsDouble());
  }

  Markup constants() {
    Markup section = new Markup().add("<section><h2>Constants of the world</h2>\n");
    section.add(
        "<p class='note'>Everything the simulated world assumes.</p>\n<table class='plain'>");
    rows(section, "", ConstantsTree.of(experiment.models()));
    return section.add("</table></section>\n");
  }

  private static void rows(Markup table, String path, JsonNode node) {
    if (node.isObject() && !node.isEmpty()) {
      node.properties()
          .forEach(
              e ->
                  rows(table, path.isEmpty() ? e.getKey() : path + "." + e.getKey(), e.getValue()));
    } else {
      table.add("<tr><th><code>%</code></th><td>%</td></tr>\n", path, words(node));
    }
  }

  /** A value as people write it. */
  private static String words(JsonNode node) {
    if (node.isEmpty() && node.isContainerNode()) {
      return "none";
    }
    if (node.isObject()) {
      return node.properties().stream()
          .map(e -> e.getKey() + " " + words(e.getValue()))
          .collect(Collectors.joining(", "));
    }
    if (node.isArray()) {
      return StreamSupport.stream(node.spliterator(), false)
          .map(Inputs::words)
          .collect(Collectors.joining(", "));
    }
    return node.asText();
  }

  /** Rows that are the same in all policies are still shown: they are part of the result. */
  Markup policies() {
    Markup section = new Markup().add("<section><h2>Policies</h2>\n<div class='wide'>");
    section.add("<table class='score'><thead><tr><th>Constant</th>");
    Map<String, Map<String, String>> byConstant = new TreeMap<>();
    for (int i = 0; i < experiment.policies().size(); i++) {
      PolicySpec policy = experiment.policies().get(i);
      section.add("<th><i class='key c%'></i>%</th>", Colours.of(i), policy.name());
      flatten("", ConstantsTree.of(policy))
          .forEach(
              (k, v) -> byConstant.computeIfAbsent(k, _ -> new TreeMap<>()).put(policy.name(), v));
    }
    section.add("</tr></thead><tbody>\n");
    byConstant.remove("name");
    byConstant.forEach(
        (constant, values) -> {
          section.add("<tr><th><code>%</code></th>", constant);
          experiment
              .policies()
              .forEach(p -> section.add("<td>%</td>", values.getOrDefault(p.name(), "–")));
          section.add("</tr>\n");
        });
    return section.add("</tbody></table></div></section>\n");
  }

  private static Map<String, String> flatten(String path, JsonNode node) {
    Map<String, String> flat = new TreeMap<>();
    if (node.isObject() && !node.isEmpty()) {
      node.properties()
          .forEach(
              e ->
                  flat.putAll(
                      flatten(
                          path.isEmpty() ? e.getKey() : path + "." + e.getKey(), e.getValue())));
    } else {
      flat.put(path, words(node));
    }
    return flat;
  }

  Markup definitions() {
    Markup section =
        new Markup().add("<section><h2>What the figures mean</h2>\n<div class='wide'>");
    section.add("<table class='plain'>");
    var summary = result.summary();
    for (Metric metric : Metric.values()) {
      if (summary.summary().stream().anyMatch(r -> r.metric().equals(metric.key()))) {
        section.add(
            "<tr><th><code>%</code></th><td>%</td><td>%.</td></tr>\n",
            metric.key(), metric.unit().equals("1") ? "count" : metric.unit(), metric.meaning());
      }
    }
    return section.add("</table></div></section>\n");
  }

  Markup footer() {
    Markup footer = new Markup().add("<footer><p>Equal inputs give equal results, but for wall");
    footer.add(" times. Hash of the engine's state at the end: ");
    for (ExperimentRun.Run run : result.runs().stream().limit(20).toList()) {
      footer.add(
          "<span class='hash'>% (seed %) <code>%</code></span> ",
          run.policy().name(), run.seed(), Long.toHexString(run.result().stateHash()));
    }
    return footer.add(
        "</p>\n<p>% simulations in %.</p></footer>\n",
        result.runs().size(), Numbers.duration(result.wallSeconds()));
  }
}
