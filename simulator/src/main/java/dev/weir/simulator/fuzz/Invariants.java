package dev.weir.simulator.fuzz;

import dev.weir.engine.Engine;
import dev.weir.engine.claim.Claim;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.claim.Window;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.state.State;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.PlanCause;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.plan.Plan;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What must hold whatever happens. The recount of the ledger, whole gangs and consistent states are
 * checked by the engine itself on its highest assertion level; here are those that need to see two
 * moments or a whole plan.
 */
final class Invariants {
  private final Engine engine;
  private final State state;

  /** Planned starts before the pass. */
  private Map<JobId, Long> planned = new HashMap<>();

  /** Since the last pass something happened that may move a planned start. */
  private boolean disturbed;

  Invariants(Engine engine) {
    this.engine = engine;
    this.state = engine.state();
  }

  void afterFact(Event event) {
    // new jobs, time and what runs as expected are no reason to move a planned start
    disturbed |=
        !(event instanceof Event.JobSubmitted
            || event instanceof Event.TimePassed
            || event instanceof Event.AllocationStarted);
    licences();
  }

  private void licences() {
    int used = state.ledger.licences().used("solver");
    if (used < 0) {
      throw new BrokenInvariant("licences", used + " licences in use");
    }
  }

  void beforePass() {
    planned = new HashMap<>();
    for (Job job : state.jobs.live()) {
      if (job.planned != null) {
        planned.put(job.id(), job.planned.at());
      }
    }
  }

  void afterPass(Plan plan) {
    plannedStarts(plan);
    landings(plan);
    reservations();
    verdicts();
    disturbed = false;
  }

  /** A planned start moves back only for a journaled cause (never through backfill). */
  private void plannedStarts(Plan plan) {
    Map<JobId, Set<PlanCause>> causes = new HashMap<>();
    for (Action action : plan.actions()) {
      if (action instanceof Action.Plan p) {
        causes.computeIfAbsent(p.job(), _ -> EnumSet.noneOf(PlanCause.class)).add(p.cause());
      }
    }
    planned.forEach(
        (id, before) -> {
          Job job = state.jobs.find(id);
          if (job == null || job.state.holdsRoom()) {
            return;
          }
          boolean later = job.planned == null || job.planned.at() > before;
          Set<PlanCause> why =
              EnumSet.copyOf(causes.getOrDefault(id, EnumSet.noneOf(PlanCause.class)));
          why.removeAll(EnumSet.of(PlanCause.NEW, PlanCause.EARLIER));
          if (later && why.isEmpty() && !disturbed) {
            throw new BrokenInvariant(
                "planned-start",
                "job %s was planned at %d, now %s, without a cause"
                    .formatted(id, before, job.planned == null ? "never" : job.planned.at()));
          }
        });
  }

  /** Nothing is taken away without a proven landing of the job that needs the room (wall W6). */
  private void landings(Plan plan) {
    Set<JobId> beneficiaries = new HashSet<>();
    for (Action action : plan.actions()) {
      if (action instanceof Action.Stop s && s.beneficiary().isPresent()) {
        beneficiaries.add(s.beneficiary().get());
      }
    }
    for (JobId id : beneficiaries) {
      Job job = state.jobs.find(id);
      Promise promise = state.claims.of(id).orElse(null);
      if (job == null || !job.state.waiting()) {
        continue; // it started at once, in room that was free
      }
      if (promise == null || promise.kind() != Claim.Kind.FREED) {
        throw new BrokenInvariant(
            "landing", "room is taken for job " + id + ", which has no landing");
      }
      land(promise);
    }
  }

  private void land(Promise promise) {
    try (Trial _ = state.ledger.trial()) {
      for (Job job : state.jobs.live()) {
        Holding holding = job.holding;
        if (holding != null && holding.stopping()) {
          state.ledger.drop(holding);
        }
        for (Holding.Place p : job.leaving) {
          state.ledger.release(p.node(), p.ask(), p.devices());
        }
      }
      for (Holding.Place p : promise.places()) {
        state.ledger.book(p.node(), p.ask(), p.devices());
      }
    } catch (IllegalStateException e) {
      throw new BrokenInvariant(
          "landing", "the landing of job " + promise.job() + " does not fit: " + e.getMessage());
    }
  }

  /** No stranger that cannot be told to go sits in reserved room. */
  private void reservations() {
    for (Window window : state.claims.windows()) {
      if (!window.active(state.now())) {
        continue;
      }
      window
          .room()
          .forEach(
              (id, mask) -> {
                Node node = state.fleet.find(id);
                if (node != null) {
                  node.tenants().forEach(h -> mayStay(window, node, mask, h));
                }
              });
    }
  }

  private void mayStay(Window window, Node node, long mask, Holding holding) {
    Job job = state.jobs.get(holding.job);
    boolean inside =
        holding.places.stream()
            .anyMatch(
                p -> p.node() == node && (window.whole() || (p.devices().mask() & mask) != 0));
    if (inside
        && !state.claims.mayUse(window, job)
        && !holding.stopping()
        && !job.spec.disruption().preemptible()
        && holding.since >= window.from()) {
      throw new BrokenInvariant(
          "reservation", "job %s started in reservation %s".formatted(job, window.name()));
    }
  }

  /** Every waiting job can be told why. */
  private void verdicts() {
    for (Job job : state.jobs.live()) {
      boolean waits = job.state.waiting();
      if (waits && engine.verdictOf(job.id()).map(v -> v.sentence().isBlank()).orElse(true)) {
        throw new BrokenInvariant("verdict", "job " + job + " waits and nobody knows why");
      }
    }
  }

  /** When nothing runs nothing is used. */
  void empty() {
    if (!state.jobs.live().isEmpty()) {
      throw new BrokenInvariant(
          "liveness",
          state.jobs.live().size()
              + " jobs do not end: "
              + state.jobs.live().iterator().next()
              + " "
              + state.jobs.live().iterator().next().state);
    }
    for (Node node : state.fleet.nodes()) {
      if (node.cpuFree() != node.nodeClass().cpuMilli
          || node.tasksFree() != node.nodeClass().maxTasks) {
        throw new BrokenInvariant("leak", "node " + node + " is not free although nothing runs");
      }
      for (int d = 0; d < node.deviceCount(); d++) {
        if (node.usedMilli(d) != 0) {
          throw new BrokenInvariant(
              "leak", "device " + d + " of node " + node + " is used by nobody");
        }
      }
    }
    for (Queue queue : state.queues.queues()) {
      for (int r = 0; r < state.resources.size(); r++) {
        if (queue.booked(r) != 0) {
          throw new BrokenInvariant("leak", "queue " + queue.id + " books what nobody holds");
        }
      }
    }
  }
}
