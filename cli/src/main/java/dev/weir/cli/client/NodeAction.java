package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.NodeView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that does something to nodes. */
abstract class NodeAction extends Listing {
  @Parameters(arity = "1..*", paramLabel = "NODE", description = "Names of nodes.")
  private List<String> nodes = new ArrayList<>();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; shown beside the node.")
  Optional<String> reason = Optional.empty();

  NodeAction(Terminal terminal) {
    super(terminal);
  }

  /** Does it. */
  abstract NodeView act(WeirClient client, String node);

  @Override
  public ExitCode run() {
    WeirClient client = client();
    List<NodeView> done = new ArrayList<>();
    for (String node : nodes) {
      NodeView view = act(client, node);
      done.add(view);
      if (!json) {
        say(view.name() + " " + NodesCommand.health(view));
      }
    }
    if (json) {
      json(done);
    }
    return ExitCode.DONE;
  }
}
