package dev.weir.engine.ledger;

import dev.weir.model.allocation.MigInstance;
import dev.weir.model.event.Event.Health;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All nodes with the indexes over them: classes, shapes, topology domains. Only usable nodes are in
 * the indexes. The index work of a booking is proportional to the depth of the topology, never to
 * the number of nodes.
 */
public final class Fleet {
  private final List<Node> nodes = new ArrayList<>();
  private final Map<NodeId, Node> byId = new HashMap<>();
  private final Map<NodeClass.Key, NodeClass> classes = new LinkedHashMap<>();
  private final List<NodeClass> classList = new ArrayList<>();
  private final Pools pools = new Pools();
  private final Map<Shape.Key, Shape> shapes = new HashMap<>();

  /** Shapes with at least one node, per class, in the order of their appearance. */
  private final List<List<Shape>> shapesOf = new ArrayList<>();

  private final List<Level> levels = new ArrayList<>();
  private final Set<String> perNodeLabels = new LinkedHashSet<>();

  /** Counts up whenever the meaning of classes or the set of nodes changes. */
  private long generation;

  public Fleet() {
    configure(TopologySpec.FLAT);
  }

  /** Sets the levels; allowed only while there is no node. */
  public void configure(TopologySpec topology) {
    if (!byId.isEmpty()) {
      throw new IllegalStateException("the topology must be configured before the first node");
    }
    levels.clear();
    perNodeLabels.clear();
    Level fleet = new Level("fleet", "");
    fleet.domains.add(new Domain(0, 0, "fleet", null));
    levels.add(fleet);
    for (TopologySpec.Level level : topology.levels()) {
      levels.add(new Level(level.name(), level.label()));
      perNodeLabels.add(level.label());
    }
    generation++;
  }

  public List<Level> levels() {
    return levels;
  }

  /** The level's position, 0 = the fleet; empty for the node level and for unknown names. */
  public Optional<Integer> level(String name) {
    for (int i = 0; i < levels.size(); i++) {
      if (levels.get(i).name.equals(name)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  public Domain root() {
    return levels.getFirst().domains.getFirst();
  }

  public Pools pools() {
    return pools;
  }

  public long generation() {
    return generation;
  }

  public List<NodeClass> classes() {
    return classList;
  }

  public Set<String> perNodeLabels() {
    return perNodeLabels;
  }

  /** Every node ever seen, by {@link Node#index}; those that left have no place in the indexes. */
  public List<Node> nodes() {
    return nodes;
  }

  public Node node(int index) {
    return nodes.get(index);
  }

  /** The present node of that name. */
  public @Nullable Node find(NodeId id) {
    return byId.get(id);
  }

  /** The shape of a usable node; null when it is not in the indexes. */
  public @Nullable Shape shapeOf(Node node) {
    return node.shape;
  }

  /** Shapes of one class that have nodes. */
  public List<Shape> shapes(NodeClass nodeClass) {
    return shapesOf.get(nodeClass.id);
  }

  /** A new node, or the same with new facts. The caller has released what ran there. */
  public Node join(NodeSpec spec) {
    Node former = byId.get(spec.id());
    if (former != null) {
      leave(former);
    }
    NodeClass nodeClass = classOf(spec);
    Node node = new Node(nodes.size(), spec, nodeClass);
    node.domains = domainsOf(spec);
    nodeClass.nodes++;
    nodes.add(node);
    byId.put(spec.id(), node);
    generation++;
    enter(node);
    return node;
  }

  private NodeClass classOf(NodeSpec spec) {
    return classOf(NodeClass.Key.of(spec, perNodeLabels));
  }

  NodeClass classOf(NodeClass.Key wanted) {
    return classes.computeIfAbsent(
        wanted,
        key -> {
          NodeClass made = new NodeClass(classList.size(), key, pools, perNodeLabels);
          classList.add(made);
          shapesOf.add(new ArrayList<>());
          return made;
        });
  }

  /** Takes a node out for good. */
  public void leave(Node node) {
    exit(node);
    node.health = Health.FAILED;
    node.nodeClass.nodes--;
    byId.remove(node.id());
    generation++;
  }

  /** A node's health changed. */
  public void health(Node node, Health health) {
    exit(node);
    node.health = health;
    enter(node);
  }

  /** A device fails or is well again. */
  public void deviceHealth(Node node, int device, boolean healthy) {
    exit(node);
    node.healthy = healthy ? node.healthy | 1L << device : node.healthy & ~(1L << device);
    node.recountFree();
    enter(node);
  }

  /** A device of fixed MIG layout has other instances now; none of them is in use. */
  public void layout(Node node, int device, List<MigInstance> layout) {
    exit(node);
    List<DeviceSpec> devices = new ArrayList<>(node.spec.devices());
    DeviceSpec d = devices.get(device);
    devices.set(device, new DeviceSpec(d.model(), d.sharable(), d.migMode(), layout, d.uuid()));
    NodeSpec s = node.spec;
    node.spec =
        new NodeSpec(
            s.id(),
            s.uid(),
            s.domain(),
            s.cpu(),
            s.memory(),
            s.maxTasks(),
            devices,
            s.labels(),
            s.taints(),
            s.deviceIdentity());
    node.nodeClass.nodes--;
    node.nodeClass = classOf(node.spec);
    node.nodeClass.nodes++;
    generation++;
    node.recountFree();
    enter(node);
  }

  private Domain[] domainsOf(NodeSpec spec) {
    List<Domain> path = new ArrayList<>();
    path.add(root());
    StringBuilder name = new StringBuilder();
    for (int l = 1; l < levels.size(); l++) {
      Level level = levels.get(l);
      String value = spec.labels().get(level.label);
      if (value == null) {
        break; // outside the topology from here on: it can satisfy no rule of this level
      }
      name.append('/').append(value);
      path.add(domain(level, name.toString(), value, path.getLast()));
    }
    return path.toArray(Domain[]::new);
  }

  Domain domain(Level level, String path, String name, Domain parent) {
    return level.byPath.computeIfAbsent(path, _ -> newDomain(level, name, parent));
  }

  private Domain newDomain(Level level, String name, Domain parent) {
    Domain domain = new Domain(levels.indexOf(level), level.domains.size(), name, parent);
    level.domains.add(domain);
    parent.children.add(domain);
    return domain;
  }

  /** Gives out the indexes of nodes that left and of which nothing is left. */
  void skipTo(int index) {
    while (nodes.size() < index) {
      Node departed = new Node(nodes.size(), NodeClass.DEPARTED, NodeClass.ofDeparted(pools));
      departed.health = Health.FAILED;
      nodes.add(departed);
    }
  }

  /** Removes a node from the indexes before its room changes. */
  void exit(Node node) {
    if (!node.usable() || node.shape == null) {
      return;
    }
    leaveShape(node, node.shape);
    int[] own = node.nodeClass.pools;
    for (Domain domain : node.domains) {
      domain.members.remove(node.index);
      for (int i = 0; i < own.length; i++) {
        int before = domain.freeTotal(own[i]);
        levels.get(domain.level).moved(domain, own[i], before, before - node.freeInPool[i]);
      }
      domain.take(node);
    }
  }

  /** Puts a node back into the indexes. */
  void enter(Node node) {
    if (!node.usable()) {
      return;
    }
    joinShape(node);
    int[] own = node.nodeClass.pools;
    for (Domain domain : node.domains) {
      domain.members.add(node.index);
      for (int i = 0; i < own.length; i++) {
        int before = domain.freeTotal(own[i]);
        levels.get(domain.level).moved(domain, own[i], before, before + node.freeInPool[i]);
      }
      domain.put(node);
    }
  }

  private void joinShape(Node node) {
    Shape.Key key = new Shape.Key(node.shapeKey());
    Shape shape = shapes.get(key);
    if (shape == null) {
      shape = new Shape(key);
      shapes.put(key, shape);
      shapesOf.get(node.nodeClass.id).add(shape);
    }
    shape.nodes.add(node.index);
    node.shape = shape;
  }

  private void leaveShape(Node node, Shape shape) {
    shape.nodes.remove(node.index);
    if (shape.nodes.isEmpty()) {
      shapes.remove(shape.key);
      shapesOf.get(node.nodeClass.id).remove(shape);
    }
    node.shape = null;
  }

  /** Changes a node's room by {@code change} and brings the indexes along. */
  void change(Node node, Runnable change) {
    if (!node.usable() || node.shape == null) {
      change.run();
      return;
    }
    leaveShape(node, node.shape);
    int[] before = node.freeInPool.clone();
    change.run();
    joinShape(node);
    int[] own = node.nodeClass.pools;
    for (int i = 0; i < own.length; i++) {
      int now = node.freeInPool[i];
      if (now != before[i]) {
        for (Domain domain : node.domains) {
          int total = domain.freeTotal(own[i]);
          levels.get(domain.level).moved(domain, own[i], total, total + now - before[i]);
          domain.moved(node.index, own[i], before[i], now);
        }
      }
    }
  }
}
