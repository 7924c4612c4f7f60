package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.WhyView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir why}: why a job does not start. */
@Command(
    name = "why",
    description = "Says why a job does not start, and what would change that.",
    mixinStandardHelpOptions = true)
final class WhyCommand extends Listing {
  @Parameters(paramLabel = "JOB", description = "Id or name.")
  private String job = "";

  WhyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    WeirClient client = client();
    WhyView why = client.why(JobNames.id(client, spec, job));
    if (json) {
      json(why);
      return ExitCode.DONE;
    }
    say(why.job() + " is " + Show.word(why.state()) + ": " + why.sentence());
    why.verdict()
        .flatMap(verdict -> verdict.unblock())
        .ifPresent(change -> say("would help: " + change.sentence()));
    why.planned().ifPresent(planned -> say("planned start: " + Show.time(planned.at())));
    return ExitCode.DONE;
  }
}
