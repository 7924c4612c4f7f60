package dev.weir.engine.ledger;

import dev.weir.engine.snapshot.FleetSnapshot;
import dev.weir.engine.snapshot.FleetSnapshot.ClassSnapshot;
import dev.weir.engine.snapshot.FleetSnapshot.DeviceGroup;
import dev.weir.engine.snapshot.FleetSnapshot.DomainSnapshot;
import dev.weir.engine.snapshot.FleetSnapshot.NodeSnapshot;
import dev.weir.model.event.Event.Health;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The nodes of a fleet to and from a snapshot; what is booked on them is not its concern. */
public final class FleetSnapshots {
  private final Fleet fleet;

  public FleetSnapshots(Fleet fleet) {
    this.fleet = fleet;
  }

  // --- taking ---

  /**
   * @param booked nodes that left and on which something is still booked
   */
  public FleetSnapshot snapshot(Set<Node> booked) {
    List<TopologySpec.Level> levels = new ArrayList<>();
    List<List<DomainSnapshot>> domains = new ArrayList<>();
    for (Level level : fleet.levels().subList(1, fleet.levels().size())) {
      levels.add(new TopologySpec.Level(level.name, level.label));
      domains.add(level.domains.stream().map(FleetSnapshots::domain).toList());
    }
    List<DeviceModel> models = new ArrayList<>();
    for (int pool = 0; pool < fleet.pools().size(); pool++) {
      models.add(fleet.pools().model(pool));
    }
    List<NodeSnapshot> nodes = new ArrayList<>();
    for (Node node : fleet.nodes()) {
      boolean there = fleet.find(node.id()) == node;
      if (there || booked.contains(node)) {
        nodes.add(node(node, !there));
      }
    }
    return new FleetSnapshot(
        new TopologySpec(levels),
        domains,
        models,
        fleet.classes().stream().map(FleetSnapshots::nodeClass).toList(),
        nodes,
        fleet.nodes().size());
  }

  private static DomainSnapshot domain(Domain domain) {
    Domain parent = domain.parent;
    return new DomainSnapshot(parent == null ? 0 : parent.index, domain.name);
  }

  private static ClassSnapshot nodeClass(NodeClass c) {
    List<DeviceGroup> groups = new ArrayList<>();
    int from = 0;
    for (int d = 1; d <= c.devices.size(); d++) {
      if (d == c.devices.size() || !c.devices.get(d).equals(c.devices.get(from))) {
        DeviceSpec s = c.devices.get(from);
        groups.add(
            new DeviceGroup(d - from, c.poolOf[from], s.sharable(), s.migMode(), s.layout()));
        from = d;
      }
    }
    return new ClassSnapshot(
        c.cpuMilli, c.memoryBytes, c.maxTasks, groups, new TreeMap<>(c.labels), c.taints);
  }

  private static NodeSnapshot node(Node node, boolean gone) {
    NodeSpec spec = node.spec;
    Map<String, String> labels = new TreeMap<>(spec.labels());
    labels.keySet().removeAll(node.nodeClass.labels.keySet());
    List<String> uuids = spec.devices().stream().map(DeviceSpec::uuid).toList();
    List<Integer> broken = new ArrayList<>(0);
    for (int d = 0; d < node.deviceCount(); d++) {
      if ((node.healthy >>> d & 1) == 0) {
        broken.add(d);
      }
    }
    return new NodeSnapshot(
        node.index,
        spec.id(),
        spec.uid(),
        spec.domain(),
        node.nodeClass.id,
        labels,
        uuids.stream().allMatch(String::isEmpty) ? List.of() : uuids,
        spec.deviceIdentity(),
        node.health,
        broken,
        gone);
  }

  // --- putting back ---

  /** Enters all nodes, sound and empty; {@link #restoreHealth} follows when they are booked. */
  public void restore(FleetSnapshot snapshot) {
    fleet.configure(snapshot.topology());
    restoreDomains(snapshot);
    for (ClassSnapshot c : snapshot.classes()) {
      fleet.classOf(
          new NodeClass.Key(
              c.cpuMilli(),
              c.memoryBytes(),
              c.maxTasks(),
              devices(c, snapshot.models()),
              c.labels(),
              c.taints()));
    }
    for (NodeSnapshot n : snapshot.nodes()) {
      fleet.skipTo(n.index());
      Node node = fleet.join(spec(n, fleet.classes().get(n.nodeClass())));
      if (node.nodeClass.id != n.nodeClass()) {
        throw new IllegalArgumentException(
            "node %s is of class %d and not %d"
                .formatted(n.id(), node.nodeClass.id, n.nodeClass()));
      }
      if (n.gone()) {
        fleet.leave(node);
      }
    }
    fleet.skipTo(snapshot.indexes());
  }

  private void restoreDomains(FleetSnapshot snapshot) {
    List<String> paths = List.of("");
    for (int l = 1; l <= snapshot.domains().size(); l++) {
      List<String> above = paths;
      paths = new ArrayList<>();
      for (DomainSnapshot d : snapshot.domains().get(l - 1)) {
        String path = above.get(d.parent()) + "/" + d.name();
        Domain parent = fleet.levels().get(l - 1).domains.get(d.parent());
        fleet.domain(fleet.levels().get(l), path, d.name(), parent);
        paths.add(path);
      }
    }
  }

  private static List<DeviceSpec> devices(ClassSnapshot c, List<DeviceModel> models) {
    List<DeviceSpec> devices = new ArrayList<>();
    for (DeviceGroup g : c.devices()) {
      DeviceSpec device =
          new DeviceSpec(models.get(g.model()), g.sharable(), g.migMode(), g.layout(), "");
      for (int i = 0; i < g.count(); i++) {
        devices.add(device);
      }
    }
    return devices;
  }

  private static NodeSpec spec(NodeSnapshot n, NodeClass c) {
    Map<String, String> labels = new TreeMap<>(c.labels);
    labels.putAll(n.labels());
    List<DeviceSpec> devices = c.devices;
    if (!n.uuids().isEmpty()) {
      devices = new ArrayList<>();
      for (int d = 0; d < c.devices.size(); d++) {
        DeviceSpec s = c.devices.get(d);
        devices.add(
            new DeviceSpec(s.model(), s.sharable(), s.migMode(), s.layout(), n.uuids().get(d)));
      }
    }
    return new NodeSpec(
        n.id(),
        n.uid(),
        n.domain(),
        new Cpu(c.cpuMilli),
        new Bytes(c.memoryBytes),
        c.maxTasks,
        devices,
        labels,
        c.taints,
        n.deviceIdentity());
  }

  /** Marks what does not work; nothing more can be booked there. */
  public void restoreHealth(FleetSnapshot snapshot) {
    for (NodeSnapshot n : snapshot.nodes()) {
      Node node = fleet.node(n.index());
      n.broken().forEach(d -> fleet.deviceHealth(node, d, false));
      if (!n.gone() && n.health() != Health.READY) {
        fleet.health(node, n.health());
      }
    }
  }
}
