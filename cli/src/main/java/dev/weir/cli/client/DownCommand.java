package dev.weir.cli.client;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.ServerFile;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.command.CommandFailed;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import dev.weir.model.job.JobState;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir down}: ends the server of a data folder. */
@Command(
    name = "down",
    description = {
      "Ends the server. Tasks that run go on and are found again by the next weir up, unless"
          + " --stop-jobs cancels all jobs first."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:no server runs any more", "1:it does not end"})
final class DownCommand extends ClientCommand {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration JOBS = Duration.ofMinutes(10);

  @Option(names = "--stop-jobs", description = "Cancels all jobs first and waits for their ends.")
  private boolean stopJobs;

  DownCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() throws IOException, InterruptedException {
    LocalServer local = new LocalServer(server.folder());
    Optional<ServerFile> running = local.running();
    if (running.isEmpty()) {
      String left =
          local
              .dead()
              .map(pid -> " (the last one, %d, ended without a word)".formatted(pid))
              .orElse("");
      say("no server runs for " + local.data() + left);
      return ExitCode.DONE;
    }
    if (stopJobs) {
      stopJobs(client());
    }
    // The file names a pid and its start time: a pid that was given away again is not ended.
    ProcessHandle process = ProcessHandle.of(running.get().pid()).orElseThrow();
    process.destroy();
    try {
      process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException slow) {
      throw new CommandFailed(
          "the server %d does not end; its log is %s".formatted(process.pid(), local.log()), slow);
    } catch (ExecutionException broken) {
      throw new CommandFailed("the server %d cannot be watched".formatted(process.pid()), broken);
    }
    say("the server %d of %s has ended".formatted(process.pid(), local.data()));
    return ExitCode.DONE;
  }

  private void stopJobs(WeirClient client) throws InterruptedException {
    long until = System.nanoTime() + JOBS.toNanos();
    JobQuery living =
        JobQuery.ALL.in(
            Arrays.stream(JobState.values()).filter(s -> !s.ended()).toArray(JobState[]::new));
    List<JobSummary> jobs = client.jobs(living).items();
    while (!jobs.isEmpty()) {
      for (JobSummary job : jobs) {
        if (job.state() != JobState.CANCELLING) {
          client.cancel(job.id());
          say("cancelled " + job.id() + " " + job.name());
        }
      }
      if (System.nanoTime() > until) {
        throw new CommandFailed(jobs.size() + " jobs do not end; weir jobs lists them");
      }
      TimeUnit.MILLISECONDS.sleep(200);
      jobs = client.jobs(living).items();
    }
  }
}
