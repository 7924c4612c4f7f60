package dev.weir.cli.client;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.Page;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.model.job.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir jobs}: jobs in a list. */
@Command(
    name = "jobs",
    description = "Lists jobs, newest first: those that live, or all with --all.",
    mixinStandardHelpOptions = true)
final class JobsCommand extends Listing {
  private static final int PAGE = 500;

  @Option(names = "--all", description = "Those that ended as well.")
  private boolean all;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = "Only these states: ${COMPLETION-CANDIDATES}.")
  private List<JobState> states = new ArrayList<>();

  @Option(names = "--queue", paramLabel = "QUEUE", description = "Only this queue.")
  private Optional<String> queue = Optional.empty();

  @Option(names = "--user", paramLabel = "USER", description = "Only this user's.")
  private Optional<String> user = Optional.empty();

  @Option(names = "--name", paramLabel = "NAME", description = "Only this name.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--label", paramLabel = "KEY=VALUE", description = "Only with this label.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Submitted in the last TIME, such as 2h, or since a date in ISO 8601.")
  private Optional<String> since = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many (default: ${DEFAULT-VALUE}).")
  private int limit = 200;

  JobsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    if (limit < 1) {
      throw wrong("--limit: " + limit + " is out of range (expected 1 or more)");
    }
    WeirClient client = client();
    List<JobSummary> jobs = new ArrayList<>();
    JobQuery query = query();
    Optional<String> cursor = Optional.empty();
    do {
      Page<JobSummary> page = client.jobs(query.from(cursor));
      jobs.addAll(page.items());
      cursor = page.next();
    } while (cursor.isPresent() && jobs.size() < limit);
    boolean more = cursor.isPresent() || jobs.size() > limit;
    List<JobSummary> shown = jobs.subList(0, Math.min(limit, jobs.size()));
    if (json) {
      json(shown);
      return ExitCode.DONE;
    }
    if (shown.isEmpty()) {
      say(
          all || !states.isEmpty()
              ? "no jobs"
              : "no job lives (weir jobs --all lists those that ended)");
      return ExitCode.DONE;
    }
    table(shown, Instant.now()).print(terminal);
    if (more) {
      terminal.err().println("... and more (--limit N shows N)");
    }
    return ExitCode.DONE;
  }

  private JobQuery query() {
    List<JobState> wanted =
        all || !states.isEmpty()
            ? states
            : Arrays.stream(JobState.values()).filter(state -> !state.ended()).toList();
    return new JobQuery(
        wanted,
        queue,
        user,
        name,
        labels,
        since.map(text -> Moments.since(this, text, Instant.now())),
        Math.min(PAGE, limit),
        Optional.empty());
  }

  static Table table(List<JobSummary> jobs, Instant now) {
    Table table =
        new Table(
            "ID", "NAME", "QUEUE", "USER", "STATE", "AGE", "RUN", "TASKS", "DEVICES", "WHERE");
    for (JobSummary job : jobs) {
      Instant until = job.endedAt().orElse(now);
      table.row(
          job.id(),
          Show.harmless(job.name()),
          job.queue(),
          Show.harmless(job.user()),
          Show.word(job.state()),
          Show.span(Duration.between(job.submittedAt(), now)),
          Show.since(job.runningSince().or(job::firstStartAt), until),
          job.tasks(),
          Show.number(job.devices()),
          Show.harmless(where(job)));
    }
    return table;
  }

  private static String where(JobSummary job) {
    if (!job.nodes().isEmpty()) {
      return String.join(",", job.nodes());
    }
    return job.waitingFor()
        .or(() -> job.plannedStart().map(at -> "planned " + Show.time(at)))
        .orElse("");
  }
}
