package dev.weir.server.view;

import dev.weir.engine.Engine;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.model.action.Action;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What the engine says of a job that lives; does not change any more.
 *
 * @param tasks that it holds; 0 while it holds nothing
 * @param nodes that it is on, each once
 */
public record LiveJob(
    JobSpec spec,
    JobState state,
    int priority,
    Optional<Verdict> verdict,
    Optional<Action.PlannedStart> planned,
    int tasks,
    long deviceMilli,
    List<String> nodes) {

  /** On the loop's thread. */
  public static Optional<LiveJob> read(Engine engine, JobId id) {
    Job job = engine.state().jobs.find(id);
    if (job == null) {
      return Optional.empty();
    }
    Holding holding = job.holding;
    return Optional.of(
        new LiveJob(
            job.spec,
            job.state,
            job.priority,
            holding == null ? engine.verdictOf(id) : Optional.empty(),
            Optional.ofNullable(job.planned),
            holding == null ? 0 : holding.places.size(),
            holding == null ? 0 : holding.deviceMilli(),
            holding == null
                ? List.of()
                : holding.places.stream().map(p -> p.node().id().value()).distinct().toList()));
  }
}
