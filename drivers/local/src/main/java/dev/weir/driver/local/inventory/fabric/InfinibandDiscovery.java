package dev.weir.driver.local.inventory.fabric;

import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code ibnetdiscover}: a paragraph per switch and per port of a host. The description of a port
 * often begins with the name of its host, and often does not ("localhost mlx5_0"): the GUID is the
 * identity, the description is only shown.
 */
final class InfinibandDiscovery implements FabricFormat {
  // Switch	65 "S-ab330bcbeb13c8d5"		# "MF0;X09-P1-IBLEAF-04-04:MQM9701/U1" enhanced port 0 ...
  private static final Pattern NODE =
      Pattern.compile("(Switch|Ca|Rt)\\s+[0-9]+ \"([A-Z]-[0-9a-f]+)\"\\s*# \"([^\"]*)\".*");

  // [1]	"H-2c117425607ba3ad"[1](2c117425607ba3ad) 		# "x08-p1-gpn-04-c01 mlx5_5" lid 647 4xNDR
  private static final Pattern PORT =
      Pattern.compile(
          "\\[[0-9]+](?:\\[ext [0-9]+])?(?:\\([0-9a-f]+\\))?\\s+\"([A-Z]-[0-9a-f]+)\"\\[[0-9]+].*");

  @Override
  public String name() {
    return "ibnetdiscover";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream()
        .limit(40)
        .anyMatch(
            line ->
                line.startsWith("# Topology file: generated on") || NODE.matcher(line).matches());
  }

  @Override
  public Fabric read(Output output) {
    var warnings = Warnings.ofLines(output);
    var nodes = new FabricNodes(warnings);
    Optional<String> here = Optional.empty();
    int number = 0;
    for (String line : output.lines()) {
      number++;
      Matcher node = NODE.matcher(line);
      Matcher port = PORT.matcher(line);
      if (node.matches()) {
        here = Optional.of(node.group(2));
        nodes.node(node(node), number);
      } else if (port.matches() && here.isPresent()) {
        nodes.end(here.get(), port.group(1), 1);
      } else if (!line.isBlank() && !line.startsWith("#") && !line.matches("[a-z]+=0x\\S+")) {
        warnings.value(number, "", line, "a node or a port of one");
        // What follows a damaged heading belongs to nobody.
        here = line.startsWith("[") ? here : Optional.empty();
      }
    }
    return nodes.fabric();
  }

  private static Fabric.Node node(Matcher row) {
    Fabric.Kind kind = row.group(1).equals("Ca") ? Fabric.Kind.HOST : Fabric.Kind.SWITCH;
    return new Fabric.Node(row.group(2), row.group(3), kind, Optional.empty());
  }
}
