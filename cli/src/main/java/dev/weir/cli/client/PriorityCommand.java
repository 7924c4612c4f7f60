package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir priority}. */
@Command(
    name = "priority",
    description = "Gives jobs another priority; larger goes first, inside one queue.",
    mixinStandardHelpOptions = true)
final class PriorityCommand extends JobAction {
  @Option(names = "--to", required = true, paramLabel = "N", description = "The new priority.")
  private int priority;

  PriorityCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  JobSummary act(WeirClient client, String id) {
    return client.priority(id, priority);
  }

  @Override
  String told(JobSummary job) {
    return ", priority " + job.priority();
  }
}
