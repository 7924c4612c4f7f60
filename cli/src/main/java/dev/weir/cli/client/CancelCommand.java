package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code weir cancel}. */
@Command(
    name = "cancel",
    description = "Cancels jobs: they are stopped politely, and do not come back.",
    mixinStandardHelpOptions = true)
final class CancelCommand extends JobAction {
  CancelCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  JobSummary act(WeirClient client, String id) {
    return client.cancel(id);
  }
}
