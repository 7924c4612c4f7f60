package dev.weir.server.fleet;

import dev.weir.control.Origin;
import dev.weir.engine.ledger.Node;
import dev.weir.model.event.Event;
import dev.weir.model.id.NodeId;
import dev.weir.model.reservation.Reservation;
import dev.weir.server.access.Caller;
import dev.weir.server.problem.Refusal;
import dev.weir.server.runtime.Cordon;
import dev.weir.server.runtime.ServerRuntime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What people do to nodes. */
public final class NodeCommands {
  private final ServerRuntime runtime;

  public NodeCommands(ServerRuntime runtime) {
    this.runtime = runtime;
  }

  /** Name of the reservation that drains a node: nobody's, and without an end. */
  public static String drainOf(NodeId node) {
    return "drain-" + node;
  }

  /** The node takes no new task. */
  public void cordon(Caller caller, String node, Optional<String> reason, String via) {
    state(caller, via, Cordon.facts(known(node), reason(caller, reason), caller.name()));
  }

  /** The node takes no new task, and the engine moves those that run. */
  public void drain(Caller caller, String node, Optional<String> reason, String via) {
    NodeId id = known(node);
    state(caller, via, drain(id, draining(id), reason(caller, reason), caller.name()));
  }

  /**
   * The facts that drain a node.
   *
   * @param draining whether it is drained already
   */
  public static List<Event> drain(NodeId id, boolean draining, String reason, String by) {
    List<Event> facts = new ArrayList<>(Cordon.facts(id, reason, by));
    if (!draining) {
      facts.add(
          new Event.ReservationMade(
              new Reservation(
                  drainOf(id),
                  new Reservation.Room.Nodes(Set.of(id)),
                  Set.of(),
                  Set.of(),
                  Instant.now(),
                  Optional.empty())));
    }
    return facts;
  }

  /**
   * The node takes tasks again.
   *
   * @param more facts that become durable with it
   */
  public void uncordon(Caller caller, String node, String via, List<Event> more) {
    NodeId id = known(node);
    List<Event> facts = new ArrayList<>(Cordon.lift(id, caller.name()));
    if (draining(id)) {
      facts.add(new Event.ReservationEnded(drainOf(id)));
    }
    facts.addAll(more);
    state(caller, via, facts);
  }

  private boolean draining(NodeId id) {
    return runtime.ask(engine -> engine.state().claims.window(drainOf(id)).isPresent());
  }

  private static String reason(Caller caller, Optional<String> reason) {
    return reason.filter(r -> !r.isBlank()).orElse("by " + caller.name());
  }

  private NodeId known(String name) {
    if (!name.isBlank()) {
      NodeId id = new NodeId(name);
      Optional<Event.Health> health =
          runtime.ask(
              engine -> Optional.ofNullable(engine.state().fleet.find(id)).map(Node::health));
      if (health.isPresent()) {
        return id;
      }
    }
    throw Refusal.notFound("node", name);
  }

  private void state(Caller caller, String via, List<Event> facts) {
    runtime.submit(facts, Origin.of(caller.name(), via, Optional.empty()));
  }
}
