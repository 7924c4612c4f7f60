package dev.weir.simulator.world;

import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The nodes of the simulated cluster by position, with their topology domains as numbers. */
final class NodeTable {
  private final List<TopologySpec.Level> levels;
  private final List<NodeSpec> specs = new ArrayList<>();
  private final Map<NodeId, Integer> positions = new HashMap<>();

  /** [node][level]; -1 = the node has no label of that level. */
  private final List<int[]> domains = new ArrayList<>();

  private final List<Map<String, Integer>> domainNumbers = new ArrayList<>();
  private final TreeSet<String> models = new TreeSet<>();

  NodeTable(TopologySpec topology) {
    levels = topology.levels();
    levels.forEach(_ -> domainNumbers.add(new HashMap<>()));
  }

  /** Adds a node, or replaces the facts of the one with its name. */
  void put(NodeSpec spec) {
    int[] numbers = new int[levels.size()];
    for (int l = 0; l < numbers.length; l++) {
      String value = spec.labels().get(levels.get(l).label());
      Map<String, Integer> known = domainNumbers.get(l);
      numbers[l] = value == null ? -1 : known.computeIfAbsent(value, _ -> known.size());
    }
    spec.devices().forEach(d -> models.add(d.model().name()));
    Integer at = positions.putIfAbsent(spec.id(), specs.size());
    if (at == null) {
      specs.add(spec);
      domains.add(numbers);
    } else {
      specs.set(at, spec);
      domains.set(at, numbers);
    }
  }

  int size() {
    return specs.size();
  }

  NodeSpec spec(int position) {
    return specs.get(position);
  }

  /** Names of all device models of the cluster. */
  Iterable<String> models() {
    return models;
  }

  int position(NodeId id) {
    Integer at = positions.get(id);
    if (at == null) {
      throw new IllegalStateException("a decision names node " + id + ", which is not here");
    }
    return at;
  }

  /** The narrowest level of which one domain holds all tasks. */
  String levelSpanned(List<TaskPlacement> tasks) {
    NodeId first = tasks.getFirst().node();
    int[] common = null;
    for (TaskPlacement task : tasks) {
      if (!task.node().equals(first)) {
        if (common == null) {
          common = domains.get(position(first)).clone();
        }
        int[] other = domains.get(position(task.node()));
        for (int l = 0; l < common.length; l++) {
          common[l] = common[l] == other[l] ? common[l] : -1;
        }
      }
    }
    if (common == null) {
      return TopologySpec.NODE;
    }
    for (int l = common.length - 1; l >= 0; l--) {
      if (common[l] >= 0) {
        return levels.get(l).name();
      }
    }
    return PlacementSpeed.FLEET;
  }
}
