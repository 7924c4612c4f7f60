package dev.weir.server.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.ProgressView;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Role;
import dev.weir.model.verdict.Verdict;
import dev.weir.server.document.DocumentText;
import dev.weir.server.document.JobDocument;
import dev.weir.server.view.LiveJob;
import dev.weir.store.JobRow;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Jobs in the words of the wire. */
final class JobWords {
  private JobWords() {}

  static JobSummary summary(
      JobRow row, JobSpec spec, Optional<LiveJob> live, Optional<ProgressView> progress) {
    boolean holds = live.filter(l -> l.tasks() > 0).isPresent();
    int tasks = holds ? live.orElseThrow().tasks() : askedTasks(spec);
    long milli = holds ? live.orElseThrow().deviceMilli() : asked(row, spec);
    return new JobSummary(
        row.id().toString(),
        row.name(),
        row.user(),
        row.queue().value(),
        row.kind(),
        live.map(LiveJob::state).orElse(row.state()),
        live.map(LiveJob::priority).orElse(row.priority()),
        Instant.ofEpochMilli(row.submittedAt()),
        instant(row.firstStart()),
        instant(row.runningSince()),
        instant(row.endedAt()),
        row.incarnation(),
        tasks,
        milli / 1000.0,
        live.map(LiveJob::nodes).orElse(List.of()),
        live.flatMap(LiveJob::planned).map(p -> Instant.ofEpochMilli(p.at())),
        live.flatMap(LiveJob::verdict).map(Verdict::sentence),
        progress,
        spec.labels());
  }

  private static int askedTasks(JobSpec spec) {
    return spec.roles().stream().mapToInt(Role::count).sum();
  }

  /** What it held last, once it has held something. */
  private static long asked(JobRow row, JobSpec spec) {
    return row.deviceMilli() > 0
        ? row.deviceMilli()
        : spec.roles().stream().mapToLong(JobWords::asked).sum();
  }

  private static long asked(Role role) {
    long perTask =
        switch (role.variants().getFirst().request().devices()) {
          case DeviceRequest.None _ -> 0;
          case DeviceRequest.Whole whole -> 1000L * whole.count();
          case DeviceRequest.Fraction part -> (long) part.share().milli() * part.count();
          case DeviceRequest.Mig mig -> 1000L * mig.count();
        };
    return perTask * role.count();
  }

  static Optional<Instant> instant(OptionalLong millis) {
    return millis.isPresent()
        ? Optional.of(Instant.ofEpochMilli(millis.getAsLong()))
        : Optional.empty();
  }

  static JsonNode file(JobSpec spec) {
    return DocumentText.json(JobDocument.of(spec));
  }

  /** Why it does not start; of a job that does not wait, what it does. */
  static String sentence(JobRow row, JobState state, Optional<Verdict> verdict) {
    if (verdict.isPresent()) {
      return verdict.get().sentence();
    }
    String word = state.name().toLowerCase(Locale.ROOT);
    return row.reason().map(r -> word + ": " + r).orElse(word);
  }
}
