package dev.weir.simulator.report;

import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.experiment.ExperimentRun;
import dev.weir.simulator.metrics.Scorecard;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What ran where: a Gantt chart of some nodes for each policy. */
final class NodePictures {
  private final ExperimentResult result;
  private final Axis time;
  private final List<String> queues;

  NodePictures(ExperimentResult result, Axis time) {
    this.result = result;
    this.time = time;
    TreeSet<String> names = new TreeSet<>();
    for (ExperimentRun.Run run : result.runs()) {
      run.result().scorecard().bars().forEach(bar -> names.add(bar.queue()));
    }
    this.queues = new ArrayList<>(names);
  }

  Markup section() {
    Markup section = new Markup();
    if (queues.isEmpty()) {
      return section;
    }
    section.add("<section><h2>What ran where</h2>\n<p class='legend'>");
    for (int i = 0; i < queues.size(); i++) {
      section.add("<span><i class='key k%'></i>queue %</span> ", i % 8, queues.get(i));
    }
    section.add("</p>\n<p class='note'>Some of the nodes that were used first, one line per GPU; ");
    section.add("jobs that share a GPU lie over each other.</p>\n");
    String open = opened();
    result
        .experiment()
        .policies()
        .forEach(policy -> picture(section, policy.name(), policy.name().equals(open)));
    return section.add("</section>\n");
  }

  /** One picture is enough for a first look: of weir, or of the last policy. */
  private String opened() {
    var policies = result.experiment().policies();
    return policies.stream().anyMatch(p -> p.name().equals("weir"))
        ? "weir"
        : policies.getLast().name();
  }

  private void picture(Markup section, String policy, boolean open) {
    Scorecard card = result.of(policy).getFirst().result().scorecard();
    GanttChart chart = new GanttChart(1080, time, card.bars(), queues);
    if (chart.nodes() == 0) {
      return;
    }
    section
        .add(open ? "<details open>" : "<details>")
        .add("<summary>%, % nodes</summary>\n", policy, chart.nodes())
        .add(chart.svg("Jobs on the devices of " + chart.nodes() + " nodes, policy " + policy))
        .add("</details>\n");
  }
}
