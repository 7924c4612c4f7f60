package dev.weir.driver.local.inventory.fabric;

import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects a network: a node once, a pair of nodes once with the number of its cables. */
final class FabricNodes {
  private record Pair(String from, String to) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int order = from.compareTo(other.from);
      return order != 0 ? order : to.compareTo(other.to);
    }
  }

  private final Warnings warnings;
  private final Map<String, Fabric.Node> nodes = new LinkedHashMap<>();
  private final Map<Pair, Integer> ends = new TreeMap<>();

  FabricNodes(Warnings warnings) {
    this.warnings = warnings;
  }

  void node(Fabric.Node node, int line) {
    if (nodes.putIfAbsent(node.id(), node) != null) {
      warnings.add(line, node.id(), "is described twice", "each node once");
    }
  }

  /** Cables as one of their ends reports them. */
  void end(String from, String to, int count) {
    ends.merge(new Pair(from, to), count, Integer::sum);
  }

  /** A link whose other end is not described is left out and said. */
  Fabric fabric() {
    List<Fabric.Link> links = new ArrayList<>();
    int loose = 0;
    for (Map.Entry<Pair, Integer> end : ends.entrySet()) {
      Pair pair = end.getKey();
      if (!nodes.containsKey(pair.from()) || !nodes.containsKey(pair.to())) {
        loose++;
        continue;
      }
      Pair back = new Pair(pair.to(), pair.from());
      boolean first = pair.compareTo(back) < 0 || !ends.containsKey(back);
      if (first) {
        int count = Math.max(end.getValue(), ends.getOrDefault(back, 0));
        links.add(new Fabric.Link(pair.from(), pair.to(), count));
      }
    }
    if (loose > 0) {
      warnings.add(0, "", loose + " links lead to what is not described", "both ends of each");
    }
    return new Fabric(List.copyOf(nodes.values()), links, warnings.list());
  }
}
