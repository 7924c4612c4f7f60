package dev.weir.server.job;

import dev.weir.api.wire.CheckpointView;
import dev.weir.api.wire.JobDetail;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.Page;
import dev.weir.api.wire.TimelineEntry;
import dev.weir.api.wire.WhyView;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.verdict.Verdict;
import dev.weir.server.access.Caller;
import dev.weir.server.document.JobDocument;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.server.usage.UsageReads;
import dev.weir.server.view.JobMeasures;
import dev.weir.server.view.LiveJob;
import dev.weir.server.view.Placements;
import dev.weir.server.view.Timelines;
import dev.weir.server.view.Verdicts;
import dev.weir.store.JobFilter;
import dev.weir.store.JobRow;
import dev.weir.store.Reads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Jobs as a caller sees them: the read models, and for jobs that live what the engine says. */
public final class JobReads {
  /** Rows that one request looks at when a condition is not one of the store's. */
  private static final int LOOKED_AT = 20_000;

  private final ServerRuntime runtime;
  private final KnownJobs jobs;
  private final JobMeasures measures;
  private final Timelines.Drains drains;
  private final JobDetails details;

  /**
   * @param drains why nodes are drained
   */
  public JobReads(
      ServerRuntime runtime,
      KnownJobs jobs,
      UsageReads usage,
      JobMeasures measures,
      Timelines.Drains drains) {
    this.runtime = runtime;
    this.jobs = jobs;
    this.measures = measures;
    this.drains = drains;
    details = new JobDetails(runtime.store().reads(), usage, measures, drains);
  }

  /**
   * Newest first.
   *
   * @param filter its queues are already those that the caller sees
   * @param labels that a job must carry
   */
  public Page<JobSummary> list(
      JobFilter filter, Map<String, String> labels, OptionalLong before, int limit) {
    Reads reads = runtime.store().reads();
    if (labels.isEmpty()) {
      dev.weir.store.Page<JobRow> page = reads.jobs(filter, before, limit);
      return new Page<>(summaries(page.items()), cursor(page.next()));
    }
    List<JobRow> found = new ArrayList<>();
    OptionalLong next = before;
    int looked = 0;
    do {
      dev.weir.store.Page<JobRow> page = reads.jobs(filter, next, Math.min(limit, Reads.MOST));
      for (JobRow row : page.items()) {
        if (carries(jobs.spec(row.id()), labels)) {
          found.add(row);
        }
      }
      looked += page.items().size();
      next = page.next();
    } while (next.isPresent() && found.size() < limit && looked < LOOKED_AT);
    return new Page<>(summaries(found), cursor(next));
  }

  private static boolean carries(JobSpec spec, Map<String, String> labels) {
    return labels.entrySet().stream()
        .allMatch(l -> l.getValue().equals(spec.labels().get(l.getKey())));
  }

  private static Optional<String> cursor(OptionalLong next) {
    return next.isPresent() ? Optional.of(Long.toString(next.getAsLong())) : Optional.empty();
  }

  private List<JobSummary> summaries(List<JobRow> rows) {
    Map<JobId, LiveJob> live = live(rows);
    return rows.stream().map(r -> summary(r, Optional.ofNullable(live.get(r.id())))).toList();
  }

  private JobSummary summary(JobRow row, Optional<LiveJob> live) {
    JobSpec spec = live.map(LiveJob::spec).orElseGet(() -> jobs.spec(row.id()));
    return JobWords.summary(row, spec, live, measures.progress(row));
  }

  /** What the engine says of those rows that live, in one question. */
  private Map<JobId, LiveJob> live(List<JobRow> rows) {
    List<JobId> ids = rows.stream().filter(r -> !r.state().ended()).map(JobRow::id).toList();
    if (ids.isEmpty()) {
      return Map.of();
    }
    return runtime.ask(
        engine -> {
          Map<JobId, LiveJob> live = new LinkedHashMap<>();
          ids.forEach(id -> LiveJob.read(engine, id).ifPresent(l -> live.put(id, l)));
          return live;
        });
  }

  /** One job in a list. */
  public JobSummary summary(JobId id) {
    JobRow row = runtime.store().reads().job(id).orElseThrow();
    return summaries(List.of(row)).getFirst();
  }

  /**
   * All that is known of a job.
   *
   * @param caller sees the job file only of jobs of its own
   */
  public JobDetail detail(Caller caller, String id) {
    JobRow row = jobs.seen(caller, id);
    Optional<LiveJob> live = Optional.ofNullable(live(List.of(row)).get(row.id()));
    JobSpec spec = live.map(LiveJob::spec).orElseGet(() -> jobs.spec(row.id()));
    JobSummary summary = JobWords.summary(row, spec, live, measures.progress(row));
    boolean opened = caller.owns(row.queue().value(), row.user());
    return details.of(row, spec, summary, live, opened);
  }

  /** The job as a job file. */
  public Map<String, Object> file(Caller caller, String id) {
    return JobDocument.of(jobs.spec(jobs.owned(caller, id).id()));
  }

  /** What happened to a job, oldest first. */
  public List<TimelineEntry> timeline(Caller caller, String id) {
    return Timelines.of(runtime.store().reads().timeline(jobs.seen(caller, id).id()), drains);
  }

  /** Its complete checkpoints, newest first. */
  public List<CheckpointView> checkpoints(Caller caller, String id) {
    return Timelines.checkpoints(runtime.store().reads().timeline(jobs.owned(caller, id).id()));
  }

  /** Why it does not start, or what it does instead of waiting. */
  public WhyView why(Caller caller, String id) {
    JobRow row = jobs.seen(caller, id);
    Optional<LiveJob> live = Optional.ofNullable(live(List.of(row)).get(row.id()));
    Optional<Verdict> verdict = live.flatMap(LiveJob::verdict);
    JobState state = live.map(LiveJob::state).orElse(row.state());
    return new WhyView(
        row.id().toString(),
        state,
        JobWords.sentence(row, state, verdict),
        verdict.map(Verdicts::of),
        live.flatMap(l -> l.planned().map(p -> Placements.planned(l.spec(), p))));
  }
}
