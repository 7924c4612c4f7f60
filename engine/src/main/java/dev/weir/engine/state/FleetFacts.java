package dev.weir.engine.state;

import dev.weir.engine.claim.ReservationAnswer;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Resources;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.event.Event.Health;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.Resource;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.reservation.Reservation;
import java.util.Arrays;
import java.util.List;

/** What events do to nodes, devices and reservations. */
final class FleetFacts {
  private final State state;
  private final Facts facts;
  private final Holdings holdings;
  private long[] capacity = new long[4];

  FleetFacts(State state, Facts facts, Holdings holdings) {
    this.state = state;
    this.facts = facts;
    this.holdings = holdings;
  }

  void joined(NodeSpec spec) {
    Node before = state.fleet.find(spec.id());
    if (before == null) {
      enter(spec);
    } else if (!before.spec().uid().equals(spec.uid())) {
      left(spec.id(), before.spec().uid());
      enter(spec);
    } else if (before.spec().equals(spec)) {
      health(spec.id(), Health.READY);
      return;
    } else {
      relocate(before, spec);
    }
    helped();
  }

  private void enter(NodeSpec spec) {
    Node node = state.fleet.join(spec);
    count(node, 1);
    state.claims.joined(node, state.now());
  }

  private void helped() {
    state.ledger.everythingCameBack();
    state.touch();
  }

  /** The same host with other facts: its tasks go on where they still fit, else they are lost. */
  private void relocate(Node before, NodeSpec spec) {
    if (!sameRoom(before.spec(), spec)) {
      loseAll(before);
    }
    List<Moved> moved =
        before.tenants().stream().map(h -> new Moved(state.jobs.get(h.job), h)).toList();
    moved.forEach(m -> holdings.unhold(m.job(), m.holding()));
    count(before, -1);
    gone(before);
    Node after = state.fleet.join(spec);
    count(after, 1);
    moved.forEach(m -> holdings.rehold(m.job(), m.holding(), before, after));
    state.claims.joined(after, state.now());
  }

  private record Moved(Job job, Holding holding) {}

  private static boolean sameRoom(NodeSpec a, NodeSpec b) {
    return a.devices().equals(b.devices())
        && a.cpu().milli() <= b.cpu().milli()
        && a.memory().value() <= b.memory().value()
        && a.maxTasks() <= b.maxTasks();
  }

  void left(NodeId id, String uid) {
    Node node = state.fleet.find(id);
    if (node == null || !node.spec().uid().equals(uid)) {
      state.drop();
      return;
    }
    count(node, -1);
    state.fleet.leave(node);
    loseAll(node);
    gone(node);
    state.touch();
  }

  void health(NodeId id, Health health) {
    Node node = state.fleet.find(id);
    if (node == null || node.health() == health) {
      state.drop();
      return;
    }
    count(node, -1);
    state.fleet.health(node, health);
    count(node, 1);
    if (health == Health.FAILED) {
      loseAll(node);
      gone(node);
    }
    if (health == Health.READY) {
      state.claims.joined(node, state.now());
      helped();
    }
    state.touch();
  }

  /** Promises on the node are void; their jobs wait for a new plan. */
  private void gone(Node node) {
    for (JobId id : state.claims.left(node, state.now())) {
      Job job = state.jobs.find(id);
      if (job != null) {
        job.planned = null;
      }
    }
  }

  private void loseAll(Node node) {
    for (Holding holding : List.copyOf(node.tenants())) {
      facts.lose(state.jobs.get(holding.job), holding, p -> p.node() == node);
    }
  }

  void device(NodeId id, int device, boolean healthy) {
    Node node = state.fleet.find(id);
    if (node == null
        || device < 0
        || device >= node.deviceCount()
        || isHealthy(node, device) == healthy) {
      state.drop();
      return;
    }
    count(node, -1);
    state.fleet.deviceHealth(node, device, healthy);
    count(node, 1);
    if (healthy) {
      helped();
    } else {
      long bit = 1L << device;
      for (Holding holding : List.copyOf(node.tenants())) {
        if (holding.places.stream()
            .anyMatch(p -> p.node() == node && (p.devices().mask() & bit) != 0)) {
          facts.lose(
              state.jobs.get(holding.job),
              holding,
              p -> p.node() == node && (p.devices().mask() & bit) != 0);
        }
      }
      state.claims.mend(state.now());
    }
    state.touch();
  }

  private static boolean isHealthy(Node node, int device) {
    return (node.healthyDevices() >>> device & 1) != 0;
  }

  void layout(NodeId id, int device, List<MigInstance> layout) {
    Node node = state.fleet.find(id);
    if (node == null || device < 0 || device >= node.deviceCount()) {
      state.drop();
      return;
    }
    if (node.device(device).layout().equals(layout)) {
      return;
    }
    long bit = 1L << device;
    for (Holding holding : List.copyOf(node.tenants())) {
      // instances that the new layout no longer has are gone, and with them their tasks
      if (holding.places.stream().anyMatch(p -> vanished(p, node, bit, layout))) {
        facts.lose(state.jobs.get(holding.job), holding, p -> vanished(p, node, bit, layout));
      }
    }
    state.fleet.layout(node, device, layout);
    helped();
  }

  private static boolean vanished(
      Holding.Place place, Node node, long bit, List<MigInstance> layout) {
    return place.node() == node
        && (place.devices().mask() & bit) != 0
        && !(place.devices() instanceof DeviceBooking.Mig mig
            && layout.containsAll(
                mig.instances().stream().filter(i -> (1L << i.device() & bit) != 0).toList()));
  }

  void reserve(Reservation reservation) {
    ReservationAnswer answer = state.claims.reserve(reservation, state.now());
    if (answer instanceof ReservationAnswer.Refused) {
      state.drop();
      return;
    }
    state.alarms.at(reservation.from().toEpochMilli());
    reservation.until().ifPresent(t -> state.alarms.at(t.toEpochMilli()));
    state.touch();
  }

  /** Counts the nodes of a snapshot that was put back. */
  void restored() {
    for (Node node : state.fleet.nodes()) {
      if (state.fleet.find(node.id()) == node) {
        count(node, 1);
      }
    }
  }

  void unreserve(String name) {
    if (state.claims.end(name)) {
      state.touch();
    } else {
      state.drop();
    }
  }

  /** Adds a node's working room to the fleet's capacity, or takes it away. */
  private void count(Node node, int sign) {
    if (node.health() == Health.FAILED) {
      return;
    }
    add(Resources.CPU, sign * node.spec().cpu().milli());
    add(Resources.MEMORY, sign * node.spec().memory().value());
    for (long rest = node.healthyDevices(); rest != 0; rest &= rest - 1) {
      int d = Long.numberOfTrailingZeros(rest);
      add(Resources.DEVICES, sign * 1000L);
      add(state.resources.number(Resource.devicesOf(node.device(d).model().name())), sign * 1000L);
    }
    state.queues.capacity(capacity);
  }

  private void add(int resource, long amount) {
    if (resource >= capacity.length) {
      capacity = Arrays.copyOf(capacity, resource * 2);
    }
    capacity[resource] += amount;
  }
}
