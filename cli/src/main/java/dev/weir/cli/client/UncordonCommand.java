package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.NodeView;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code weir uncordon}. */
@Command(name = "uncordon", description = "Opens nodes again.", mixinStandardHelpOptions = true)
final class UncordonCommand extends NodeAction {
  UncordonCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  NodeView act(WeirClient client, String node) {
    return client.uncordon(node);
  }
}
