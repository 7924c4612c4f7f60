package dev.weir.simulator.experiment;

import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.simulator.run.Cluster;
import dev.weir.traces.TraceJob;
import dev.weir.traces.TraceNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The cluster of a trace: its nodes by name, and one open queue per queue that its jobs name. */
public final class TraceFleet {
  private static final DomainId DOMAIN = new DomainId("trace");

  /** Traces state no limit of tasks; none is reached. */
  private static final int MAX_TASKS = 100_000;

  private TraceFleet() {}

  /** Nodes join in the order of their names, which is the tie-break of published packers. */
  public static Cluster of(List<TraceNode> nodes, List<TraceJob> jobs) {
    Map<String, DeviceModel> models = new LinkedHashMap<>();
    List<NodeSpec> specs = new ArrayList<>(nodes.size());
    List<TraceNode> sorted = nodes.stream().sorted(Comparator.comparing(TraceNode::node)).toList();
    for (TraceNode node : sorted) {
      specs.add(spec(node, models));
    }
    List<QueueSpec> queues = new ArrayList<>();
    for (String queue : queues(jobs)) {
      queues.add(QueueSpec.open(new QueueId(queue)));
    }
    return new Cluster(TopologySpec.FLAT, specs, queues, Map.of());
  }

  private static TreeSet<String> queues(List<TraceJob> jobs) {
    TreeSet<String> names = new TreeSet<>();
    jobs.forEach(j -> names.add(j.queue()));
    return names;
  }

  private static NodeSpec spec(TraceNode node, Map<String, DeviceModel> models) {
    List<DeviceSpec> devices = List.of();
    if (node.devices() > 0) {
      DeviceModel model =
          models.computeIfAbsent(node.model(), name -> DeviceModel.of(name, Bytes.ZERO));
      devices = Collections.nCopies(node.devices(), DeviceSpec.of(model));
    }
    return new NodeSpec(
        new NodeId(node.node()),
        node.node(),
        DOMAIN,
        new Cpu(node.cpuMilli()),
        new Bytes(node.memoryBytes()),
        MAX_TASKS,
        devices,
        node.labels(),
        List.of(),
        true);
  }
}
