package dev.weir.engine.pass;

import dev.weir.engine.backfill.PlannedStarts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.explain.Explainer;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.engine.queue.Candidates;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.state.Decisions;
import dev.weir.engine.state.State;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Verdict;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One waiting job at a time: may it start, is there room, and what if not. */
final class Starts {
  private final State state;
  private final Decisions decisions;
  private final Placer placer;
  private final Strategists strategists;
  private final Explainer explainer;
  private Budget budget = Budget.unlimited();

  Starts(State state, Decisions decisions, Placer placer, Strategists strategists) {
    this.state = state;
    this.decisions = decisions;
    this.placer = placer;
    this.strategists = strategists;
    this.explainer = new Explainer(state);
  }

  /** A pass begins. */
  void begin(Budget passBudget) {
    budget = passBudget;
  }

  /** A job whose planned time has come, or for which room is being freed. */
  void considerDue(Job job) {
    Queue queue = state.queueOf(job);
    if (state.admission.mayStart(job, state.now()).isPresent()) {
      return;
    }
    Placement placement = takePlanned(job, queue);
    if (placement == null) {
      placement = place(job, queue);
    }
    if (placement != null) {
      decisions.start(job, placement.variants(), placement.places());
    } else {
      strategists.plans().late(job, budget);
    }
  }

  private @Nullable Placement takePlanned(Job job, Queue queue) {
    try (Trial trial = state.ledger.trial()) {
      Optional<Placement> taken = strategists.plans().take(job);
      if (taken.isPresent()
          && !state.admission.overQuota(job, queue, state.ledger.charge(taken.get().places()))) {
        trial.commit();
        return taken.get();
      }
      return null;
    }
  }

  /** Looks at one job. False ends the pass: nobody may pass it. */
  boolean consider(Job job, Candidates candidates) {
    job.verdict = null;
    Queue queue = state.queueOf(job);
    Optional<Verdict> no = state.admission.mayStart(job, state.now());
    if (no.isPresent()) {
      sleep(job, queue, no.get());
      return true;
    }
    if (state.admission.overQuota(job, queue, state.admission.leastCharge(job.shape))) {
      return overQuota(job, queue, candidates);
    }
    Placement placement = place(job, queue);
    if (placement != null) {
      decisions.start(job, placement.variants(), placement.places());
      return true;
    }
    return blocked(job, queue, candidates);
  }

  private void sleep(Job job, Queue queue, Verdict verdict) {
    if (verdict.blocker().forEver()) {
      decisions.fail(job, verdict.sentence());
      return;
    }
    long until = state.admission.wakesAt(job, state.now());
    job.verdict = verdict;
    queue.waiting().sleep(job, until);
    state.sleepers.at(until);
  }

  private boolean overQuota(Job job, Queue queue, Candidates candidates) {
    if (reclaimed(job)) {
      candidates.skipJob(job);
      return true;
    }
    Charge least = state.admission.leastCharge(job.shape);
    state.admission.quota(job, queue, least).ifPresent(v -> queue.waiting().shapeVerdict(job, v));
    candidates.skipQuota(job);
    return true;
  }

  /** The best place whose charge the quota allows. */
  private @Nullable Placement place(Job job, Queue queue) {
    long before = placer.work();
    PlaceOptions options = PlaceOptions.now(state.now(), state.expectedEnd(job, state.now()));
    Set<String> excluded = new HashSet<>(0);
    Placement found = null;
    for (boolean again = true; again; ) {
      again = false;
      try (Trial trial = state.ledger.trial()) {
        Optional<Placement> tried =
            placer.place(
                job, excluded.isEmpty() ? options : options.onlyOn(n -> without(n, excluded)));
        if (tried.isPresent()) {
          Charge charge = state.ledger.charge(tried.get().places());
          if (takesPlannedQuota(job, queue, charge)) {
            found = null; // nobody of the shape gets round that
          } else if (state.admission.overQuota(job, queue, charge)) {
            again = exclude(tried.get(), excluded);
          } else {
            trial.commit();
            found = tried.get();
          }
        }
      }
    }
    budget.spend(placer.work() - before);
    return found;
  }

  /**
   * Whether a job before it in the queue, planned to start meanwhile, would find its quota taken.
   */
  private boolean takesPlannedQuota(Job job, Queue queue, Charge charge) {
    long end = state.expectedEnd(job, state.now());
    for (Promise p : state.claims.promises()) {
      if (!p.job().equals(job.id()) && p.from() < end) {
        Job planned = state.jobs.get(p.job());
        if (planned.spec.queue().equals(job.spec.queue())
            && decisions.before(planned, job)
            && state.admission.overQuota(
                planned, queue, charge.plus(state.ledger.charge(p.places())))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The models of a placement that the quota forbids; whether there was a new one. */
  private static boolean exclude(Placement placement, Set<String> excluded) {
    boolean more = false;
    for (var p : placement.places()) {
      if (p.devices().mask() != 0) {
        int d = Long.numberOfTrailingZeros(p.devices().mask());
        more |= excluded.add(p.node().device(d).model().name());
      }
    }
    return more;
  }

  private static boolean without(Node node, Set<String> models) {
    return node.spec().devices().stream().noneMatch(d -> models.contains(d.model().name()));
  }

  private boolean blocked(Job job, Queue queue, Candidates candidates) {
    if (overruled(job, queue)) {
      return true;
    }
    if (reclaimed(job)) {
      candidates.skipJob(job);
      return true;
    }
    strategists.improve().blocked(job);
    return switch (state.policy().backfill().mode()) {
      case NONE -> nobodyPasses(job, queue, candidates);
      case GREEDY -> noRoom(job, candidates);
      case EASY, CONSERVATIVE -> plan(job, candidates);
    };
  }

  /** Whether the job started in place of plans of jobs behind it. */
  private boolean overruled(Job job, Queue queue) {
    if (state.claims.promises().isEmpty()) {
      return false;
    }
    long before = placer.work();
    PlannedStarts.Overruling overruling = null;
    try (Trial trial = state.ledger.trial()) {
      PlaceOptions options = PlaceOptions.now(state.now(), state.expectedEnd(job, state.now()));
      Optional<PlannedStarts.Overruling> found = strategists.plans().overrule(job, options);
      if (found.isPresent()
          && !state.admission.overQuota(
              job, queue, state.ledger.charge(found.get().placement().places()))) {
        trial.commit();
        overruling = found.get();
      }
    }
    budget.spend(placer.work() - before);
    if (overruling == null) {
      return false;
    }
    Placement placement = overruling.placement();
    decisions.start(job, placement.variants(), placement.places());
    strategists.plans().displace(overruling);
    return true;
  }

  private boolean reclaimed(Job job) {
    if (job.victims == 0
        && !(state.policy().reclaim().any() && strategists.reclaim().makeRoom(job, budget))) {
      return false;
    }
    job.verdict = new Verdict(new Blocker.BeingFreed(job.victims));
    return true;
  }

  private boolean nobodyPasses(Job job, Queue queue, Candidates candidates) {
    job.verdict = explainer.noPlace(job);
    state.blocking(queue, job);
    if (!state.policy().fairness()) {
      return false;
    }
    candidates.skipQueue(queue);
    return true;
  }

  private boolean plan(Job job, Candidates candidates) {
    if (strategists.plans().blocked(job, budget)) {
      candidates.skipJob(job);
      return true;
    }
    return noRoom(job, candidates);
  }

  /**
   * Where claims are about, a shorter job of the same shape may still pass; else nobody of the
   * shape can start before room comes back.
   */
  private boolean noRoom(Job job, Candidates candidates) {
    if (state.claims.promises().isEmpty() && state.claims.windows().isEmpty()) {
      candidates.skipShape(job);
    } else if (fitsWithoutClaims(job)) {
      candidates.skipJob(job);
    } else {
      candidates.skipShape(job);
    }
    return true;
  }

  private boolean fitsWithoutClaims(Job job) {
    long before = placer.work();
    try (Trial _ = state.ledger.trial()) {
      return placer
          .place(job, PlaceOptions.now(state.now(), state.now() + 1).ignoringClaims())
          .isPresent();
    } finally {
      budget.spend(placer.work() - before);
    }
  }
}
