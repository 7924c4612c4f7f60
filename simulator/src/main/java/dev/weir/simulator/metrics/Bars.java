package dev.weir.simulator.metrics;

import dev.weir.model.allocation.Allocation;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.JobSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What ran where: of the first nodes that were used, and not without end, for a picture of it. */
final class Bars {
  private static final int MOST_NODES = 64;
  private static final int MOST_BARS = 20_000;

  private final Set<NodeId> nodes = new LinkedHashSet<>();
  private final List<Scorecard.Bar> bars = new ArrayList<>();

  void add(JobSpec job, Allocation allocation, long from, long until) {
    if (bars.size() >= MOST_BARS || until <= from) {
      return;
    }
    for (TaskPlacement task : allocation.tasks()) {
      if (task.devices().mask() != 0 && shown(task.node())) {
        bars.add(
            new Scorecard.Bar(
                task.node().value(),
                task.devices().mask(),
                job.id().value(),
                job.queue().value(),
                from,
                until));
      }
    }
  }

  private boolean shown(NodeId node) {
    return nodes.contains(node) || (nodes.size() < MOST_NODES && nodes.add(node));
  }

  List<Scorecard.Bar> all() {
    return bars;
  }
}
