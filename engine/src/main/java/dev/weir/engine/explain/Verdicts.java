package dev.weir.engine.explain;

import dev.weir.engine.job.Job;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.state.State;
import dev.weir.model.job.JobState;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Change;
import dev.weir.model.verdict.Verdict;
import java.util.Optional;

/**
 * The verdict of any waiting job. What a pass found out about the job or its shape is told as it
 * was found; that no place was found is explained when somebody asks, from the state as it is: a
 * million waiting jobs are not explained a million times.
 */
public final class Verdicts {
  private final State state;
  private final Explainer explainer;

  public Verdicts(State state) {
    this.state = state;
    this.explainer = new Explainer(state);
  }

  /** Empty for a job that does not wait. */
  public Optional<Verdict> of(Job job) {
    if (job.state == JobState.SUSPENDED) {
      String by = job.suspendedBy == null ? "nobody" : job.suspendedBy;
      return Optional.of(new Verdict(new Blocker.Suspended(by), new Change.Act("resume it")));
    }
    if (job.state != JobState.QUEUED) {
      return Optional.empty();
    }
    if (state.door.contains(job)) {
      return Optional.of(new Verdict(new Blocker.NotYetLookedAt()));
    }
    if (job.victims > 0) {
      return Optional.of(new Verdict(new Blocker.BeingFreed(job.victims)));
    }
    return Optional.of(waiting(job));
  }

  private Verdict waiting(Job job) {
    Optional<Verdict> may = state.admission.mayStart(job, state.now());
    if (may.isPresent()) {
      return may.get();
    }
    Queue queue = state.queueOf(job);
    Optional<Verdict> quota =
        state.admission.quota(job, queue, state.admission.leastCharge(job.shape));
    if (quota.isPresent()) {
      return quota.get();
    }
    return state
        .blocker(job)
        .map(
            head ->
                new Verdict(
                    new Blocker.Behind(head.id()), new Change.Act("use a policy with backfill")))
        .orElseGet(() -> explainer.noPlace(job));
  }
}
