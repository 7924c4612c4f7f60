package dev.weir.server.health;

import dev.weir.engine.Engine;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.server.fleet.NodeCommands;
import dev.weir.server.runtime.DeviceDrain;
import dev.weir.server.runtime.ServerRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A node as the engine knows it at one moment.
 *
 * @param uuids identities of its devices by position, empty where unknown
 * @param healthy one bit for each device
 * @param drained devices that are nobody's by a drain, one bit for each
 * @param draining whether the node is
 * @param held what is held there
 */
record NodeNow(
    NodeId id,
    DomainId domain,
    List<String> uuids,
    long healthy,
    long drained,
    boolean draining,
    List<Held> held) {

  /** An allocation that holds room of the node, and which of its devices. */
  record Held(AllocationId allocation, JobId job, long mask) {}

  static Optional<NodeNow> of(ServerRuntime runtime, NodeId id) {
    return runtime.ask(
        engine -> Optional.ofNullable(engine.state().fleet.find(id)).map(n -> of(engine, n)));
  }

  private static NodeNow of(Engine engine, Node node) {
    List<Held> held = new ArrayList<>();
    for (Holding holding : node.tenants()) {
      long mask = 0;
      for (Holding.Place place : holding.places) {
        mask |= place.node() == node ? place.devices().mask() : 0;
      }
      held.add(new Held(holding.id, holding.job, mask));
    }
    long drained = 0;
    for (int d = 0; d < node.deviceCount(); d++) {
      boolean stands =
          engine.state().claims.window(DeviceDrain.reservation(node.id(), d)).isPresent();
      drained |= stands ? 1L << d : 0;
    }
    return new NodeNow(
        node.id(),
        node.spec().domain(),
        node.spec().devices().stream().map(DeviceSpec::uuid).toList(),
        node.healthyDevices(),
        drained,
        engine.state().claims.window(NodeCommands.drainOf(node.id())).isPresent(),
        held);
  }

  int devices() {
    return uuids.size();
  }

  boolean healthy(int device) {
    return (healthy >>> device & 1) != 0;
  }

  boolean drained(int device) {
    return (drained >>> device & 1) != 0;
  }

  /** No task of ours is there. */
  boolean idle(int device) {
    return holders(device).isEmpty();
  }

  List<Held> holders(int device) {
    return held.stream().filter(h -> (h.mask >>> device & 1) != 0).toList();
  }
}
