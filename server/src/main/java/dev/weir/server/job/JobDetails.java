package dev.weir.server.job;

import dev.weir.api.wire.JobDetail;
import dev.weir.api.wire.JobSummary;
import dev.weir.model.event.Event;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.server.usage.UsageReads;
import dev.weir.server.view.Exits;
import dev.weir.server.view.JobMeasures;
import dev.weir.server.view.LiveJob;
import dev.weir.server.view.LostWork;
import dev.weir.server.view.Placements;
import dev.weir.server.view.Timelines;
import dev.weir.server.view.Verdicts;
import dev.weir.store.AllocationRow;
import dev.weir.store.JobRow;
import dev.weir.store.Reads;
import dev.weir.store.TimelineEntry;
import java.util.List;
import java.util.Optional;

/** All that is known of one job, put together from the read models. */
final class JobDetails {
  private final Reads reads;
  private final UsageReads usage;
  private final JobMeasures measures;
  private final Timelines.Drains drains;

  JobDetails(Reads reads, UsageReads usage, JobMeasures measures, Timelines.Drains drains) {
    this.drains = drains;
    this.reads = reads;
    this.usage = usage;
    this.measures = measures;
  }

  /**
   * @param opened whether the caller may see what the job was given and wrote
   */
  JobDetail of(
      JobRow row, JobSpec spec, JobSummary summary, Optional<LiveJob> live, boolean opened) {
    List<AllocationRow> allocations = reads.allocations(row.id());
    List<TimelineEntry> timeline = reads.timeline(row.id());
    return new JobDetail(
        summary,
        opened ? Optional.of(JobWords.file(spec)) : Optional.empty(),
        row.restarts(),
        preemptions(allocations),
        row.suspendedBy(),
        Exits.allocations(spec, allocations),
        live.flatMap(LiveJob::verdict).map(Verdicts::of),
        live.flatMap(LiveJob::planned).map(p -> Placements.planned(spec, p)),
        Timelines.of(timeline, drains),
        opened ? Timelines.checkpoints(timeline) : List.of(),
        measures.utilisation(row),
        row.exit().map(Exits::exit),
        LostWork.of(
            allocations,
            Timelines.checkpointTimes(timeline),
            row.savedMillis(),
            row.state() == JobState.CANCELLED),
        usage.ofJob(row.id().toString(), spec, reads.segments(row.id()), allocations));
  }

  /** Stops that were not for the job's own sake. */
  private static int preemptions(List<AllocationRow> allocations) {
    return (int)
        allocations.stream()
            .filter(a -> a.end().filter(e -> e == Event.End.STOPPED).isPresent())
            .filter(a -> a.stop().filter(JobDetails::byOthers).isPresent())
            .count();
  }

  private static boolean byOthers(dev.weir.model.action.Action.StopCause cause) {
    return switch (cause) {
      case RECLAIM_GUARANTEE, RECLAIM_SHARE, PRIORITY, RESERVATION, MOVE -> true;
      case CANCELLED, SUSPENDED, RESIZE, GANG_BROKEN, TIME_LIMIT -> false;
    };
  }
}
