package dev.weir.driver.local.inventory.fabric;

import dev.weir.model.problem.Problem;
import java.util.List;
import java.util.Optional;

/**
 * A network as a tool sees it.
 *
 * @param nodes in the tool's order; no id twice
 * @param links between two nodes that are listed, each pair once
 * @param warnings what could not be read, and where it stands
 */
public record Fabric(List<Node> nodes, List<Link> links, List<Problem> warnings) {
  public Fabric {
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
    warnings = List.copyOf(warnings);
  }

  /** What a node of the network is. */
  public enum Kind {
    SWITCH,
    HOST
  }

  /**
   * A switch or a port of a host.
   *
   * @param id unique in the network
   * @param name what the tool calls it; hosts may share a name, so it is no identity
   * @param domain the NVLink domain, chassis or tier that it belongs to
   */
  public record Node(String id, String name, Kind kind, Optional<String> domain) {}

  /**
   * Cables between two nodes.
   *
   * @param count how many side by side
   */
  public record Link(String from, String to, int count) {}

  /** Nodes of a kind. */
  public long count(Kind kind) {
    return nodes.stream().filter(node -> node.kind() == kind).count();
  }
}
