package dev.weir.files.document;

import dev.weir.files.catalogue.Catalogue;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.reservation.Reservation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a cluster file says, in the words of the model.
 *
 * @param devices the catalogue with the file's own models
 * @param queues parents before their children; at least one
 */
public record Cluster(
    String name,
    Catalogue devices,
    TopologySpec topology,
    List<NodeSpec> nodes,
    Map<String, Integer> licences,
    List<QueueSpec> queues,
    List<Reservation> reservations) {

  public Cluster {
    nodes = List.copyOf(nodes);
    licences = Collections.unmodifiableMap(new LinkedHashMap<>(licences));
    queues = List.copyOf(queues);
    reservations = List.copyOf(reservations);
  }

  /** Paths of the queues that a job can go to: those without queues below them. */
  public Set<String> jobQueues() {
    var leaves = new TreeSet<String>();
    queues.forEach(queue -> leaves.add(queue.id().value()));
    queues.forEach(queue -> queue.parent().ifPresent(parent -> leaves.remove(parent.value())));
    return leaves;
  }

  /** Names of the levels, with the node as the last. */
  public List<String> levels() {
    var levels = new ArrayList<>(topology.levels().stream().map(TopologySpec.Level::name).toList());
    levels.add(TopologySpec.NODE);
    return levels;
  }

  /** The events that tell an engine of this cluster, in an order it accepts. */
  public List<Event> toEvents() {
    var events = new ArrayList<Event>();
    events.add(new Event.TopologyConfigured(topology));
    events.add(new Event.QueuesConfigured(queues));
    if (!licences.isEmpty()) {
      events.add(new Event.LicencesConfigured(licences));
    }
    nodes.forEach(node -> events.add(new Event.NodeJoined(node)));
    reservations.forEach(reservation -> events.add(new Event.ReservationMade(reservation)));
    return events;
  }
}
