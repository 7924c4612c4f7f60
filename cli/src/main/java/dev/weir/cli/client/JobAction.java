package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** A command that does something to jobs, one after the other. */
abstract class JobAction extends Listing {
  @Parameters(arity = "1..*", paramLabel = "JOB", description = "Ids or names.")
  private List<String> jobs = new ArrayList<>();

  JobAction(Terminal terminal) {
    super(terminal);
  }

  /** Does it. */
  abstract JobSummary act(WeirClient client, String id);

  @Override
  public ExitCode run() {
    WeirClient client = client();
    List<JobSummary> done = new ArrayList<>();
    for (String job : jobs) {
      JobSummary summary = act(client, JobNames.id(client, spec, job));
      done.add(summary);
      if (!json) {
        say(summary.id() + " " + summary.name() + " " + Show.word(summary.state()) + told(summary));
      }
    }
    if (json) {
      json(done);
    }
    return ExitCode.DONE;
  }

  /** What else people want to know. */
  String told(JobSummary job) {
    return "";
  }
}
