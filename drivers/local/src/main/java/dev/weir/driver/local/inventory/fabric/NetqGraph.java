package dev.weir.driver.local.inventory.fabric;

import dev.weir.driver.local.inventory.reading.Entry;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.JsonText;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.List;
import java.util.Optional;

/** The graph of a network that NetQ draws: nodes with their tier, links with all their cables. */
final class NetqGraph implements FabricFormat {
  @Override
  public String name() {
    return "NetQ topology graph";
  }

  @Override
  public boolean fits(Output output) {
    return output.text().contains("\"compounded_links\"")
        || output.text().contains("\"compounded_nodes\"");
  }

  @Override
  public Fabric read(Output output) {
    var warnings = new Warnings(output);
    var nodes = new FabricNodes(warnings);
    for (Entry document : JsonText.read(output, warnings)) {
      // A graph stands alone or in an array.
      List<Entry> graphs =
          document.at("links").isPresent() || document.at("nodes").isPresent()
              ? List.of(document)
              : document.children();
      for (Entry graph : graphs) {
        graph.at("nodes").ifPresent(list -> nodes(list, nodes, warnings));
        graph.at("links").ifPresent(list -> links(list, nodes, warnings));
      }
    }
    return nodes.fabric();
  }

  /** Nodes stand alone or in groups. */
  private static void nodes(Entry list, FabricNodes nodes, Warnings warnings) {
    for (Entry item : list.children()) {
      List<Entry> members = item.at("compounded_nodes").map(Entry::children).orElse(List.of(item));
      members.forEach(member -> node(member, nodes, warnings));
    }
  }

  private static void node(Entry item, FabricNodes nodes, Warnings warnings) {
    Fields fields = new Fields(item, "node", warnings);
    Optional<String> id = fields.required("the node's identity", "id");
    Optional<String> type = fields.text("device_type");
    Optional<String> tier = fields.text("tier", "default_tier").map(number -> "tier-" + number);
    String name = fields.text("name").orElse("");
    Fabric.Kind kind =
        type.filter("switch"::equals).isPresent() ? Fabric.Kind.SWITCH : Fabric.Kind.HOST;
    id.ifPresent(value -> nodes.node(new Fabric.Node(value, name, kind, tier), item.line()));
  }

  private static void links(Entry list, FabricNodes nodes, Warnings warnings) {
    for (Entry item : list.children()) {
      Fields fields = new Fields(item, "link", warnings);
      Optional<String> from = fields.required("one end", "src");
      Optional<String> to = fields.required("the other end", "target");
      int count = fields.whole(1, 100_000, "size").orElse(1);
      if (from.isPresent() && to.isPresent()) {
        nodes.end(from.get(), to.get(), count);
      }
    }
  }
}
