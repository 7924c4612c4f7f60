package dev.weir.simulator.run;

import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fleet that is simulated: one domain, its nodes, its tenants.
 *
 * @param nodes at least one, all of one domain
 * @param licences fleet-wide counts by name
 */
public record Cluster(
    TopologySpec topology,
    List<NodeSpec> nodes,
    List<QueueSpec> queues,
    Map<String, Integer> licences) {
  public Cluster {
    nodes = List.copyOf(nodes);
    queues = List.copyOf(queues);
    licences = java.util.Collections.unmodifiableMap(new TreeMap<>(licences));
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a cluster needs at least one node");
    }
    if (nodes.stream().map(NodeSpec::domain).distinct().count() != 1) {
      throw new IllegalArgumentException("all nodes of a simulated cluster are of one domain");
    }
  }

  /** Nodes without topology. */
  public static Cluster of(List<NodeSpec> nodes, List<QueueSpec> queues) {
    return new Cluster(TopologySpec.FLAT, nodes, queues, Map.of());
  }

  /** What people state before the first node joins. */
  List<Event> configuration() {
    List<Event> events = new ArrayList<>();
    events.add(new Event.TopologyConfigured(topology));
    events.add(new Event.QueuesConfigured(queues));
    if (!licences.isEmpty()) {
      events.add(new Event.LicencesConfigured(licences));
    }
    return events;
  }
}
