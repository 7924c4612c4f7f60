package dev.weir.cli.client;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.command.Refusals;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Finds the job that a person means: by its id, or by a name that only one job has. */
final class JobNames {
  private static final int LOOKED_AT = 200;

  private JobNames() {}

  /**
   * The id of the job.
   *
   * @throws ParameterException no such job, or several
   */
  static String id(WeirClient client, CommandSpec spec, String written) {
    if (written.matches("j?[0-9]{1,18}")) {
      return written.startsWith("j") ? written : "j" + written;
    }
    List<JobSummary> jobs = client.jobs(named(written)).items();
    List<JobSummary> live = jobs.stream().filter(job -> !job.state().ended()).toList();
    if (live.size() > 1) {
      throw new ParameterException(
          spec.commandLine(),
          "several jobs are named \"%s\": %s (expected one id)"
              .formatted(written, String.join(", ", live.stream().map(JobSummary::id).toList())));
    }
    if (!live.isEmpty()) {
      return live.getFirst().id();
    }
    if (!jobs.isEmpty()) {
      return jobs.getFirst().id(); // newest first
    }
    List<String> names =
        client.jobs(JobQuery.ALL).items().stream().map(JobSummary::name).distinct().toList();
    throw Refusals.unknown(spec, "job", written, names.subList(0, Math.min(12, names.size())));
  }

  private static JobQuery named(String name) {
    return new JobQuery(
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(name),
        List.of(),
        Optional.empty(),
        LOOKED_AT,
        Optional.empty());
  }

  /** Jobs of the name that have not ended. */
  static List<JobSummary> living(WeirClient client, String name) {
    return client.jobs(named(name)).items().stream().filter(job -> !job.state().ended()).toList();
  }
}
