package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.AllocationView;
import dev.weir.api.wire.CheckpointView;
import dev.weir.api.wire.JobDetail;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.ProgressView;
import dev.weir.api.wire.TimelineEntry;
import dev.weir.api.wire.UsageRow;
import dev.weir.api.wire.UtilisationView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir job}: all that is known of one job. */
@Command(
    name = "job",
    description = {
      "Shows a job: its state, where it runs, utilisation, checkpoints, usage and timeline.",
      "JOB is an id (j12 or 12), or a name that only one living job has."
    },
    mixinStandardHelpOptions = true)
final class JobCommand extends Listing {
  private static final int ENTRIES = 40;

  @Parameters(paramLabel = "JOB", description = "Id or name.")
  private String job = "";

  @Option(names = "--file", description = "Only the job file, as YAML.")
  private boolean file;

  JobCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    WeirClient client = client();
    String id = JobNames.id(client, spec, job);
    if (file) {
      terminal.out().print(Show.harmless(client.jobFile(id)));
      return ExitCode.DONE;
    }
    JobDetail detail = client.job(id);
    if (json) {
      json(detail);
      return ExitCode.DONE;
    }
    head(detail);
    places(detail);
    checkpoints(detail.checkpoints());
    timeline(detail.timeline());
    return ExitCode.DONE;
  }

  private void head(JobDetail detail) {
    JobSummary summary = detail.job();
    Instant now = Instant.now();
    Instant until = summary.endedAt().orElse(now);
    terminal
        .out()
        .println(
            terminal.paint(Style.BOLD, summary.id() + " " + Show.harmless(summary.name()))
                + "  "
                + terminal.paint(colour(summary), Show.word(summary.state())));
    line("queue", summary.queue() + ", priority " + summary.priority());
    line("user", summary.user());
    line("submitted", Show.time(summary.submittedAt()));
    summary.firstStartAt().ifPresent(at -> line("started", Show.time(at)));
    summary
        .runningSince()
        .ifPresent(at -> line("running", "for " + Show.span(Duration.between(at, until))));
    summary.endedAt().ifPresent(at -> line("ended", Show.time(at)));
    line("asks for", summary.tasks() + " tasks, " + Show.number(summary.devices()) + " devices");
    detail.exit().ifPresent(exit -> line("exit", exit.reason()));
    detail.verdict().ifPresent(v -> line("waits", v.sentence()));
    detail
        .verdict()
        .flatMap(v -> v.unblock())
        .ifPresent(change -> line("would help", change.sentence()));
    detail.planned().ifPresent(p -> line("planned", Show.time(p.at())));
    detail.suspendedBy().ifPresent(by -> line("suspended by", by));
    summary.progress().ifPresent(p -> line("progress", progress(p)));
    if (detail.restarts() + detail.preemptions() > 0) {
      line(
          "restarts",
          "%d, preempted %d times, work lost %s"
              .formatted(
                  detail.restarts(),
                  detail.preemptions(),
                  Show.span(Duration.ofMillis(detail.workLost().millis()))));
    }
    line("utilisation", detail.utilisation().map(JobCommand::utilisation).orElse("not measured"));
    line("usage", usage(detail.usage()));
  }

  private void line(String what, String value) {
    say("  %-13s%s".formatted(what, value));
  }

  private static Style colour(JobSummary job) {
    return switch (job.state()) {
      case RUNNING, COMPLETED -> Style.GREEN;
      case FAILED, REJECTED -> Style.RED;
      default -> Style.YELLOW;
    };
  }

  static String progress(ProgressView progress) {
    List<String> parts = new ArrayList<>();
    progress
        .step()
        .ifPresent(
            step ->
                parts.add(
                    "step "
                        + step
                        + (progress.of().isPresent() ? " of " + progress.of().getAsLong() : "")));
    progress.fraction().ifPresent(part -> parts.add(Show.percent(part)));
    progress.samplesPerSecond().ifPresent(s -> parts.add(Show.number(s) + " samples/s"));
    progress.phase().ifPresent(parts::add);
    return String.join(", ", parts);
  }

  private static String utilisation(UtilisationView use) {
    List<String> parts = new ArrayList<>();
    use.compute().ifPresent(c -> parts.add("devices " + Show.percent(c)));
    use.memory().ifPresent(m -> parts.add("device memory " + Show.percent(m)));
    use.cpu().ifPresent(c -> parts.add(Show.number(c) + " cores"));
    use.memoryBytes().ifPresent(b -> parts.add("memory " + Show.bytes(b)));
    use.powerWatts().ifPresent(w -> parts.add(Math.round(w) + " W"));
    return parts.isEmpty() ? "not measured" : String.join(", ", parts);
  }

  private static String usage(UsageRow row) {
    List<String> parts = new ArrayList<>();
    parts.add("%s device-hours".formatted(Show.number(row.deviceSeconds() / 3600)));
    row.cpuSeconds().ifPresent(s -> parts.add("%s core-hours".formatted(Show.number(s / 3600))));
    parts.add(
        row.cost()
            .map(cost -> "cost %.2f %s".formatted(cost.amount(), cost.currency()))
            .orElse("cost not configured"));
    row.energyWattHours().ifPresent(wh -> parts.add("%.3f kWh".formatted(wh / 1000)));
    row.carbonGrams().ifPresent(g -> parts.add("%.0f g CO2".formatted(g)));
    return String.join(", ", parts);
  }

  private void places(JobDetail detail) {
    if (detail.allocations().isEmpty()) {
      return;
    }
    terminal.out().println();
    Table table = new Table("START", "SINCE", "RAN", "END", "WHERE");
    for (AllocationView allocation : detail.allocations()) {
      Instant until = allocation.endedAt().orElse(Instant.now());
      String end =
          allocation
              .end()
              .map(e -> e.toLowerCase(Locale.ROOT))
              .map(e -> allocation.cause().map(cause -> e + ": " + cause).orElse(e))
              .orElse("running");
      table.row(
          allocation.incarnation(),
          Show.time(allocation.since()),
          Show.since(allocation.startedAt(), until),
          Show.harmless(end),
          Show.harmless(where(allocation)));
    }
    table.print(terminal);
  }

  private static String where(AllocationView allocation) {
    return allocation.tasks().stream()
        .limit(8)
        .map(
            task ->
                "%s.%d %s%s"
                    .formatted(
                        task.role(),
                        task.task(),
                        task.node(),
                        task.devices().isEmpty()
                            ? ""
                            : ":"
                                + task.devices().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(","))
                                + task.slice().map(s -> " " + s).orElse("")))
        .collect(Collectors.joining("; "));
  }

  private void checkpoints(List<CheckpointView> checkpoints) {
    if (checkpoints.isEmpty()) {
      return;
    }
    terminal.out().println();
    Table table = new Table("CHECKPOINT", "STEP", "AT", "SIZE", "FORM");
    for (CheckpointView checkpoint : checkpoints.subList(0, Math.min(10, checkpoints.size()))) {
      table.row(
          Show.harmless(checkpoint.name()),
          checkpoint.step().isPresent() ? checkpoint.step().getAsLong() : Show.NOTHING,
          Show.time(checkpoint.at()),
          checkpoint.bytes().isPresent()
              ? Show.bytes(checkpoint.bytes().getAsLong())
              : Show.NOTHING,
          checkpoint.framework());
    }
    table.print(terminal);
  }

  private void timeline(List<TimelineEntry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    terminal.out().println();
    if (entries.size() > ENTRIES) {
      say("... %d earlier entries (--json shows all)".formatted(entries.size() - ENTRIES));
    }
    for (TimelineEntry entry :
        entries.subList(Math.max(0, entries.size() - ENTRIES), entries.size())) {
      say(
          Show.time(entry.at())
              + "  "
              + entry.text()
              + entry.by().map(by -> "  (" + by + ")").orElse(""));
    }
  }
}
