package dev.weir.driver.local.inventory.fabric;

import dev.weir.driver.local.inventory.reading.Entry;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.JsonText;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.List;
import java.util.Optional;

/** The list of compute nodes that NetQ knows, with their NVLink domain. */
final class NetqNodes implements FabricFormat {
  @Override
  public String name() {
    return "NetQ compute nodes";
  }

  @Override
  public boolean fits(Output output) {
    return output.text().matches("(?s)\\s*\\[\\s*\\{\\s*\"CreatedAt\".*")
        && output.text().contains("\"DomainUUID\"");
  }

  @Override
  public Fabric read(Output output) {
    var warnings = new Warnings(output);
    var nodes = new FabricNodes(warnings);
    for (Entry document : JsonText.read(output, warnings)) {
      List<Entry> items = document.children();
      for (int i = 0; i < items.size(); i++) {
        Fields fields = new Fields(items.get(i), "[" + i + "]", warnings);
        Optional<String> id = fields.required("the node's identity", "ID");
        Optional<String> domain = fields.text("DomainUUID");
        String name = fields.text("Name").orElse("");
        int line = items.get(i).line();
        id.ifPresent(
            value -> nodes.node(new Fabric.Node(value, name, Fabric.Kind.HOST, domain), line));
      }
    }
    return nodes.fabric();
  }
}
