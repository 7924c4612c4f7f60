package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.NodeView;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code weir cordon}. */
@Command(
    name = "cordon",
    description = "Closes nodes to new tasks; those that run go on.",
    mixinStandardHelpOptions = true)
final class CordonCommand extends NodeAction {
  CordonCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  NodeView act(WeirClient client, String node) {
    return client.cordon(node, reason);
  }
}
