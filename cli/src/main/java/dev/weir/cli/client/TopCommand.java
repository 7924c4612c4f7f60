package dev.weir.cli.client;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.QueueView;
import dev.weir.api.wire.Status;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.model.job.JobState;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir top}. */
@Command(
    name = "top",
    description = "Shows devices, queues and living jobs, again and again until it is interrupted.",
    mixinStandardHelpOptions = true)
final class TopCommand extends ClientCommand {
  /** ECMA-48: cursor to the top, and erase what is below. */
  private static final String CLEAR = "\u001b[H\u001b[J";

  private static final int JOBS = 40;

  @Option(
      names = {"-d", "--delay"},
      paramLabel = "SECONDS",
      description = "Time between two looks (default: ${DEFAULT-VALUE}).")
  private double delay = 2;

  @Option(names = "--once", description = "Looks once; so does it when nobody looks at a terminal.")
  private boolean once;

  TopCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() throws InterruptedException {
    if (!(delay >= 0.1 && delay <= 3600)) {
      throw wrong("--delay: " + delay + " is out of range (expected 0.1 to 3600)");
    }
    WeirClient client = client();
    boolean again = terminal.outIsTerminal() && !once;
    do {
      look(client, again);
      if (again) {
        TimeUnit.MILLISECONDS.sleep(Math.round(delay * 1000));
      }
    } while (again && !terminal.out().checkError());
    return ExitCode.DONE;
  }

  private void look(WeirClient client, boolean again) {
    Status status = client.status();
    List<QueueView> queues = client.queues();
    JobQuery living =
        JobQuery.ALL.in(
            Arrays.stream(JobState.values()).filter(s -> !s.ended()).toArray(JobState[]::new));
    List<JobSummary> jobs = client.jobs(living).items();
    if (again) {
      terminal.out().print(CLEAR);
    }
    terminal
        .out()
        .println(
            terminal.paint(
                Style.BOLD,
                "weir  %s  devices %s of %d  running %d  waiting %d  policy %s"
                    .formatted(
                        Show.time(Instant.now()),
                        Show.number(status.devicesUsed()),
                        status.devices(),
                        status.running(),
                        status.waiting(),
                        status.policy())));
    terminal.out().println(bar(status));
    queues(queues);
    terminal.out().println();
    JobsCommand.table(jobs.subList(0, Math.min(JOBS, jobs.size())), Instant.now()).print(terminal);
    status.warnings().forEach(warning -> say("! " + warning));
    terminal.out().flush();
  }

  private String bar(Status status) {
    int width = Math.max(10, Math.min(60, terminal.width() - 4));
    double part = status.devices() == 0 ? 0 : status.devicesUsed() / status.devices();
    int full = (int) Math.round(part * width);
    return "["
        + "#".repeat(full)
        + ".".repeat(Math.max(0, width - full))
        + "] "
        + Show.percent(part);
  }

  private void queues(List<QueueView> queues) {
    Table table = new Table("QUEUE", "USED", "SHARE", "RUNNING", "WAITING");
    for (QueueView queue : queues) {
      table.row(
          queue.name(),
          QueuesCommand.amounts(queue.used()),
          Show.percent(queue.share()),
          queue.running(),
          queue.waiting());
    }
    terminal.out().println();
    table.print(terminal);
  }
}
