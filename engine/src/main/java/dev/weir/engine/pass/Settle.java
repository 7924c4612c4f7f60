package dev.weir.engine.pass;

import dev.weir.engine.claim.Overstay;
import dev.weir.engine.job.Job;
import dev.weir.engine.state.Decisions;
import dev.weir.engine.state.State;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.StopCause;
import dev.weir.model.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** What a pass owes before it looks at anybody who waits: refusals, stops, repairs. */
final class Settle {
  private final State state;
  private final Decisions decisions;
  private final Repair repair;

  Settle(State state, Decisions decisions, Repair repair) {
    this.state = state;
    this.decisions = decisions;
    this.repair = repair;
  }

  void run() {
    door();
    List.copyOf(state.toStop).forEach(this::stopAsAsked);
    state.toStop.clear();
    state.takeOverLimit().forEach(job -> stop(job, false, StopCause.TIME_LIMIT));
    for (Overstay o : state.claims.overstays(state.now())) {
      Job job = state.jobs.get(o.holding().job);
      if (!job.stopSent) {
        stop(job, true, StopCause.RESERVATION);
      }
    }
    for (Job job : List.copyOf(state.broken)) {
      state.broken.remove(job);
      if (!job.stopSent && !repair.repair(job)) {
        stop(job, false, StopCause.GANG_BROKEN);
      }
    }
  }

  private void door() {
    for (Job job : List.copyOf(state.door)) {
      Optional<Verdict> refusal = state.admission.atDoor(job);
      if (refusal.isPresent()) {
        decisions.reject(job, refusal.get());
      } else {
        decisions.letIn(job);
      }
    }
  }

  private void stopAsAsked(Job job) {
    if (job.holding == null || job.stopSent && !job.cancelled) {
      return;
    }
    if (job.cancelled) {
      stop(job, false, StopCause.CANCELLED);
    } else if (job.suspendedBy != null) {
      stop(job, true, StopCause.SUSPENDED);
    }
  }

  private void stop(Job job, boolean gentle, StopCause cause) {
    if (job.holding != null) {
      decisions.stop(
          new Action.Stop(
              job.holding.id,
              job.id(),
              gentle,
              job.spec.disruption().grace(),
              cause,
              Optional.empty()));
    }
  }
}
