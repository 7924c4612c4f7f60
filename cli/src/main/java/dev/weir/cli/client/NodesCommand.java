package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.NodeView;
import dev.weir.api.wire.Page;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code weir nodes}. */
@Command(
    name = "nodes",
    description = "Lists the nodes: health, devices, what is used.",
    mixinStandardHelpOptions = true)
final class NodesCommand extends Listing {
  NodesCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    WeirClient client = client();
    List<NodeView> nodes = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      Page<NodeView> page = client.nodes(cursor);
      nodes.addAll(page.items());
      cursor = page.next();
    } while (cursor.isPresent());
    if (json) {
      json(nodes);
      return ExitCode.DONE;
    }
    Table table =
        new Table("NODE", "DOMAIN", "HEALTH", "DEVICES", "MODELS", "CPU", "MEMORY", "JOBS");
    for (NodeView node : nodes) {
      String models =
          node.models().entrySet().stream()
              .map(e -> e.getValue() + " " + e.getKey())
              .collect(Collectors.joining(", "));
      table.row(
          Show.harmless(node.name()),
          node.domain(),
          health(node),
          Show.number(node.devicesUsed()) + "/" + node.devices(),
          models,
          Show.number(node.cpuUsed()) + "/" + Show.number(node.cpu()),
          Show.bytes(node.memoryUsedBytes()) + "/" + Show.bytes(node.memoryBytes()),
          String.join(",", node.jobs()));
    }
    table.print(terminal);
    return ExitCode.DONE;
  }

  static String health(NodeView node) {
    String word = node.health().toLowerCase(Locale.ROOT).replace('_', ' ');
    String draining = node.draining() ? ", draining" : "";
    return Show.harmless(word + draining + node.reason().map(r -> ": " + r).orElse(""));
  }
}
