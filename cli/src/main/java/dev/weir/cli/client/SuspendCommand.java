package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code weir suspend}. */
@Command(
    name = "suspend",
    description =
        "Suspends jobs: each is asked for a checkpoint and gives its room back until it is resumed.",
    mixinStandardHelpOptions = true)
final class SuspendCommand extends JobAction {
  SuspendCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  JobSummary act(WeirClient client, String id) {
    return client.suspend(id);
  }
}
