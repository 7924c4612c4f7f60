package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.NodeView;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code weir drain}. */
@Command(
    name = "drain",
    description =
        "Takes nodes out of use: no new task, and those that run are moved at a checkpoint.",
    mixinStandardHelpOptions = true)
final class DrainCommand extends NodeAction {
  DrainCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  NodeView act(WeirClient client, String node) {
    return client.drain(node, reason);
  }
}
