package dev.weir.server.job;

import dev.weir.files.bind.Document;
import dev.weir.files.document.JobFile;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.problem.Refusal;
import dev.weir.store.JobFilter;
import dev.weir.store.JobRow;
import dev.weir.store.Reads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the jobs that a caller may see. One that a caller may not see is not there. */
public final class KnownJobs {
  private static final Pattern ID = Pattern.compile("j?([1-9][0-9]{0,17})");

  private final Reads reads;

  public KnownJobs(Reads reads) {
    this.reads = reads;
  }

  /** What an id looks like. */
  static Optional<JobId> id(String text) {
    Matcher form = ID.matcher(text);
    return form.matches()
        ? Optional.of(new JobId(Long.parseLong(form.group(1))))
        : Optional.empty();
  }

  /**
   * The job of that id, such as {@code j12} or {@code 12}.
   *
   * @throws Refusal there is none that the caller may see
   */
  public JobRow seen(Caller caller, String id) {
    return id(id)
        .flatMap(reads::job)
        .filter(j -> caller.sees(j.queue().value()))
        .orElseThrow(() -> Refusal.notFound("job", id));
  }

  /**
   * The job of that id, when what it wrote may be read, and when it may be changed.
   *
   * @throws Refusal there is none that the caller may see, or it belongs to somebody else
   */
  public JobRow owned(Caller caller, String id) {
    JobRow job = seen(caller, id);
    if (!caller.owns(job.queue().value(), job.user())) {
      throw Refusal.forbidden(
          "job %s belongs to %s; an operator of queue %s may do this"
              .formatted(job.id(), job.user(), job.queue()));
    }
    return job;
  }

  /** The specification of a known job. */
  public JobSpec spec(JobId id) {
    return reads.spec(id).orElseThrow(() -> Refusal.notFound("job", id.toString()));
  }

  /** Jobs that the documents' dependencies name by id, or by the name of one of the caller's. */
  Map<String, List<JobId>> named(Caller caller, List<Document<JobFile>> documents) {
    Map<String, List<JobId>> known = new TreeMap<>();
    for (Document<JobFile> document : documents) {
      for (JobFile.Precedence before : document.value().dependsOn()) {
        find(caller, before.job()).ifPresent(id -> known.put(before.job(), List.of(id)));
      }
    }
    return known;
  }

  private Optional<JobId> find(Caller caller, String name) {
    Optional<JobId> byId =
        id(name)
            .flatMap(reads::job)
            .filter(j -> caller.rights().may(Role.VIEWER, j.queue().value()))
            .map(JobRow::id);
    if (byId.isPresent() || name.contains("*")) {
      return byId;
    }
    JobFilter own = JobFilter.ALL.withUser(caller.name()).withName(name);
    return reads.jobs(own, OptionalLong.empty(), 1).items().stream().findFirst().map(JobRow::id);
  }
}
