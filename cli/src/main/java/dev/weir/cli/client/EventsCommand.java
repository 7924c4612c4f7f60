package dev.weir.cli.client;

import dev.weir.api.wire.EventView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir events}. */
@Command(
    name = "events",
    description = "Shows the journal's public events as they happen, until it is interrupted.",
    mixinStandardHelpOptions = true)
final class EventsCommand extends Listing {
  @Option(
      names = {"-f", "--follow"},
      description = "Events that come; this is what is shown in any case.")
  @SuppressWarnings("UnusedVariable") // people write it as they do with logs
  private boolean follow;

  @Option(
      names = "--after",
      paramLabel = "ID",
      description = "From the event behind this one on; 0 = from the first.")
  private Optional<String> after = Optional.empty();

  @Option(names = "--job", paramLabel = "JOB", description = "Only this job's.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--count", paramLabel = "N", description = "Ends after N events.")
  private Optional<Integer> count = Optional.empty();

  private int shown;

  EventsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    var client = client();
    Optional<String> id = job.map(written -> JobNames.id(client, spec, written));
    client.events(after, event -> show(event, id));
    return ExitCode.DONE;
  }

  private boolean show(EventView event, Optional<String> wanted) {
    if (wanted.isPresent() && !wanted.equals(event.job())) {
      return true;
    }
    if (json) {
      terminal.out().println(Lines.json(event));
    } else {
      say(
          "%s  %-22s %-7s %s"
              .formatted(
                  Show.time(event.at()),
                  event.what(),
                  event.job().orElse(""),
                  event.text().orElse("")));
    }
    shown++;
    return !terminal.out().checkError() && count.map(most -> shown < most).orElse(true);
  }
}
