package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code weir resume}. */
@Command(
    name = "resume",
    description =
        "Resumes jobs that were suspended: they wait for room and go on at their newest checkpoint.",
    mixinStandardHelpOptions = true)
final class ResumeCommand extends JobAction {
  ResumeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  JobSummary act(WeirClient client, String id) {
    return client.resume(id);
  }
}
