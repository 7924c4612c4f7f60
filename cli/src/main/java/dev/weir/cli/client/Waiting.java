package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.SubmitAnswer;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Progress;
import dev.weir.cli.terminal.Terminal;
import dev.weir.model.job.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Waits for the ends of jobs. */
final class Waiting {
  private static final long FIRST_MILLIS = 100;
  private static final long MOST_MILLIS = 2_000;

  private final Terminal terminal;
  private final WeirClient client;

  Waiting(Terminal terminal, WeirClient client) {
    this.terminal = terminal;
    this.client = client;
  }

  /** Done when all completed; how each ended is told, unless only programs read. */
  ExitCode forAll(List<SubmitAnswer.Submitted> jobs, boolean quiet) throws InterruptedException {
    List<JobSummary> ended = new ArrayList<>();
    try (Progress progress = terminal.progress("waiting", jobs.size())) {
      for (SubmitAnswer.Submitted job : jobs) {
        progress.message(job.name());
        ended.add(end(job.id()));
        progress.step(1);
      }
    }
    ExitCode code = ExitCode.DONE;
    for (JobSummary job : ended) {
      if (!quiet) {
        terminal
            .out()
            .println(Show.harmless(job.id() + " " + job.name() + " " + Show.word(job.state())));
      }
      if (job.state() != JobState.COMPLETED) {
        code = ExitCode.FAILED;
      }
    }
    return code;
  }

  private JobSummary end(String id) throws InterruptedException {
    long pause = FIRST_MILLIS;
    while (true) {
      JobSummary job = client.job(id).job();
      if (job.state().ended()) {
        return job;
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause = Math.min(MOST_MILLIS, pause + pause / 4);
    }
  }
}
