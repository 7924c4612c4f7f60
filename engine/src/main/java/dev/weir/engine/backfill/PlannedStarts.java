package dev.weir.engine.backfill;

import dev.weir.engine.act.Acts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.claim.Claim;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.PlanCause;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.job.JobState;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The planned starts of blocked jobs, kept from pass to pass.
 *
 * <p>EASY gives them to the first {@code depth} blocked jobs (Lifka, "The ANL/IBM SP Scheduling
 * System", JSSPP 1995); conservative backfill to all (Mu'alem and Feitelson, "Utilization,
 * Predictability, Workloads, and User Runtime Estimates in Scheduling the IBM SP2 with
 * Backfilling", IEEE TPDS 12(6), 2001). Whoever leaves the claims of planned starts untouched may
 * pass. A planned start moves earlier when room is back sooner; it moves later only with a recorded
 * cause, which is never backfill.
 */
public final class PlannedStarts {
  /** A search for an earlier start that costs no more than this is made whenever room came back. */
  private static final long CHEAP = 512;

  private final Acts acts;
  private final Placer placer;
  private final FutureRoom future;

  /** Shapes for which no plan could be made, until enough has changed. Looked up only. */
  private final TreeMap<Integer, Hopeless> hopeless = new TreeMap<>();

  private final TreeMap<Long, Tried> tried = new TreeMap<>();

  /** Jobs that lost their plan in this pass and get another one at its end if there is one. */
  private final Map<Job, PlanCause> displaced = new LinkedHashMap<>();

  /**
   * A place for a job at the cost of plans behind it.
   *
   * @param losers jobs whose plan it breaks; {@link #displace} tells them when the job starts
   */
  public record Overruling(Placement placement, List<Job> losers) {}

  private record Hopeless(long returns, long generation, int failures) {}

  /** The last search for a job: what had come back by then, what it cost, and when it was. */
  private record Tried(long returns, long cost, long at) {}

  public PlannedStarts(Acts acts, Placer placer) {
    this.acts = acts;
    this.placer = placer;
    this.future = new FutureRoom(acts, placer);
  }

  /** Forgets searches that were in vain; the planned starts themselves are part of the state. */
  public void forget() {
    hopeless.clear();
    tried.clear();
  }

  // --- the start of a pass ---

  /** Drops plans whose job cannot wait for them any more or whose place is gone. */
  public void check() {
    displaced.clear();
    for (Promise p : List.copyOf(acts.claims().promises())) {
      Job job = acts.jobs().find(p.job());
      if (job == null || job.state != JobState.QUEUED) {
        acts.claims().withdraw(p.job());
        tried.remove(p.job().value());
      } else if (p.places().stream().anyMatch(this::gone) || !heeds(job, p)) {
        lose(job, PlanCause.CAPACITY);
      } else if (job.notBefore > Math.max(p.from(), acts.now())) {
        drop(job, PlanCause.CAPACITY); // its starts are refused; it must not hold up others
      }
    }
  }

  private boolean gone(Holding.Place p) {
    Node node = p.node();
    return acts.ledger().fleet().find(node.id()) != node
        || !node.usable()
        || !p.ask().admits(node.nodeClass())
        || (p.devices().mask() & ~node.healthyDevices()) != 0;
  }

  /** Whether reservations still let the job use its place. */
  private boolean heeds(Job job, Promise p) {
    for (Holding.Place place : p.places()) {
      for (Claim c : acts.claims().on(place.node())) {
        if (c instanceof Claim.Reserved
            && acts.claims()
                .touched(place.node(), place.ask(), place.devices(), job, p.from(), p.until())
                .filter(Claim.Reserved.class::isInstance)
                .isPresent()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Jobs that are to be tried first: their time has come, or room is being freed for them. */
  public List<Job> due() {
    List<Promise> now = new ArrayList<>();
    for (Promise p : acts.claims().promises()) {
      if (p.from() <= acts.now()) {
        now.add(p);
      }
    }
    now.sort(java.util.Comparator.comparingLong(Promise::from).thenComparing(Promise::job));
    return now.stream().map(p -> acts.jobs().get(p.job())).toList();
  }

  /** Books exactly the planned place, as part of the caller's trial; empty when it is not free. */
  public Optional<Placement> take(Job job) {
    Promise p = acts.claims().of(job.id()).orElse(null);
    PlannedStart planned = job.planned;
    if (p == null || planned == null) {
      return Optional.empty();
    }
    long end = acts.expectedEnd(job, acts.now());
    try (Trial trial = acts.ledger().trial()) {
      for (Holding.Place place : p.places()) {
        if (!fits(place)
            || !acts.claims()
                .leaves(place.node(), place.ask(), place.devices(), job, acts.now(), end)) {
          return Optional.empty();
        }
        acts.ledger().book(place.node(), place.ask(), place.devices());
      }
      trial.commit();
    }
    int[] variants = planned.variants().stream().mapToInt(Integer::intValue).toArray();
    return Optional.of(new Placement(variants, p.places()));
  }

  private boolean fits(Holding.Place p) {
    return !gone(p) && Room.free(p.node(), p.ask(), p.devices()) && licences(p.ask());
  }

  private boolean licences(Ask ask) {
    return ask.request.licences().entrySet().stream()
        .allMatch(e -> acts.ledger().licences().free(e.getKey()) >= e.getValue());
  }

  /**
   * A due job could not start: what should have been gone is still there. Moves the start, or drops
   * it when no other can be found, so that it blocks nobody. Room that is still being freed for the
   * job stays its own.
   */
  public void late(Job job, Budget budget) {
    Promise p = acts.claims().of(job.id()).orElse(null);
    if (p == null || p.from() > acts.now() || p.kind() == Claim.Kind.FREED && beingFreed(job)) {
      return;
    }
    acts.claims().withdraw(job.id());
    FutureRoom.Answer answer = future.earliest(job, Long.MAX_VALUE, budget);
    acts.plan(new Action.Plan(job.id(), answer.start(), PlanCause.OVERRUN));
  }

  private boolean beingFreed(Job job) {
    Promise p = acts.claims().of(job.id()).orElse(null);
    if (p == null) {
      return false;
    }
    for (Holding.Place place : p.places()) {
      for (Holding tenant : place.node().tenants()) {
        Job other = acts.jobs().find(tenant.job);
        if (tenant.stopping() || other != null && other.state == JobState.RESIZING) {
          return true;
        }
      }
    }
    return false;
  }

  // --- a job that could not start ---

  /**
   * Places a job that is held back by nothing but plans of jobs behind it; its tasks are booked as
   * part of the caller's trial. Room that was freed for a job stays its own.
   */
  public Optional<Overruling> overrule(Job job, PlaceOptions options) {
    List<Promise> behind = new ArrayList<>();
    for (Promise p : acts.claims().promises()) {
      Job other = acts.jobs().find(p.job());
      if (other != null && p.kind() == Claim.Kind.PLANNED && mayOverrule(job, other)) {
        behind.add(p);
      }
    }
    if (behind.isEmpty()) {
      return Optional.empty();
    }
    try (Trial trial = acts.ledger().trial()) {
      behind.forEach(p -> acts.claims().withdraw(p.job()));
      Optional<Placement> placed = placer.place(job, options);
      if (placed.isEmpty()) {
        return Optional.empty();
      }
      behind.forEach(p -> acts.claims().promise(p));
      trial.commit();
      return Optional.of(new Overruling(placed.get(), losers(placed.get(), behind)));
    }
  }

  /**
   * Only who stands before. A job that has a planned start of its own keeps to it and does not
   * break another's to start sooner, unless its priority was raised above.
   */
  private boolean mayOverrule(Job job, Job other) {
    return other != job
        && acts.before(job, other)
        && (acts.claims().of(job.id()).isEmpty() || job.priority > other.priority);
  }

  private List<Job> losers(Placement placement, List<Promise> behind) {
    Set<Node> touched = new LinkedHashSet<>();
    placement.places().forEach(p -> touched.add(p.node()));
    return behind.stream()
        .filter(p -> p.places().stream().anyMatch(x -> touched.contains(x.node())))
        .map(p -> acts.jobs().get(p.job()))
        .toList();
  }

  /** A job of higher standing has started in their place: the losers get another plan. */
  public void displace(Overruling overruling) {
    overruling.losers().forEach(j -> lose(j, PlanCause.HIGHER_PRIORITY));
  }

  /**
   * The job is blocked for want of room: it gets a planned start if the policy's mode gives it one
   * and one can be found. A job for which none can be found uses up none of the depth.
   *
   * @return whether it has a planned start now
   */
  public boolean blocked(Job job, Budget budget) {
    BackfillMode mode = acts.policy().backfill().mode();
    if (mode != BackfillMode.EASY && mode != BackfillMode.CONSERVATIVE) {
      return false;
    }
    if (acts.claims().of(job.id()).isPresent()) {
      sooner(job, budget);
      return true;
    }
    if (job.notBefore > acts.now() || isHopeless(job)) {
      return false;
    }
    PlanCause cause = displaced.getOrDefault(job, PlanCause.NEW);
    if (mode == BackfillMode.CONSERVATIVE || planned() < acts.policy().backfill().depth()) {
      return plan(job, cause, budget);
    }
    Job last = lastPlanned();
    if (last == null || !acts.before(job, last)) {
      return false;
    }
    Promise former = acts.claims().of(last.id()).orElseThrow();
    acts.claims().withdraw(last.id());
    FutureRoom.Answer answer = search(job, Long.MAX_VALUE, budget);
    acts.claims().promise(former);
    if (answer.found() == null) {
      return false;
    }
    drop(last, PlanCause.HIGHER_PRIORITY);
    acts.plan(new Action.Plan(job.id(), answer.start(), cause));
    return true;
  }

  /** Gives jobs that lost their plan in this pass another one, those of higher standing first. */
  public void replan(Budget budget) {
    while (!displaced.isEmpty()) {
      Job first = displaced.keySet().iterator().next();
      for (Job job : displaced.keySet()) {
        first = acts.before(job, first) ? job : first;
      }
      PlanCause cause = displaced.remove(first);
      if (cause != null
          && first.state == JobState.QUEUED
          && acts.claims().of(first.id()).isEmpty()
          && !budget.exhausted()) {
        plan(first, cause, budget);
      }
    }
  }

  /** Takes the job's plan away, for good. */
  public void drop(Job job, PlanCause cause) {
    if (acts.claims().of(job.id()).isPresent() || job.planned != null) {
      acts.plan(new Action.Plan(job.id(), Optional.empty(), cause));
    }
    tried.remove(job.id().value());
  }

  /** Takes the job's plan away; it gets another one at the end of the pass. */
  private void lose(Job job, PlanCause cause) {
    drop(job, cause);
    displaced.put(job, cause);
  }

  /**
   * Plans the job as if plans of lower priority in its queue were not there; those that are in its
   * way get another one.
   */
  private boolean plan(Job job, PlanCause cause, Budget budget) {
    List<Promise> below = below(job);
    below.forEach(p -> acts.claims().withdraw(p.job()));
    FutureRoom.Answer answer = search(job, Long.MAX_VALUE, budget);
    below.forEach(p -> acts.claims().promise(p));
    FutureRoom.Found found = answer.found();
    if (found == null) {
      return false;
    }
    long end = acts.expectedEnd(job, found.at());
    for (Promise p : below) {
      if (p.from() < end && p.until() > found.at() && meet(p.places(), found.places())) {
        lose(acts.jobs().get(p.job()), PlanCause.HIGHER_PRIORITY);
      }
    }
    acts.plan(new Action.Plan(job.id(), answer.start(), cause));
    return true;
  }

  /** Planned starts of jobs of the same queue whose priority is lower. */
  private List<Promise> below(Job job) {
    List<Promise> below = new ArrayList<>();
    for (Promise p : acts.claims().promises()) {
      Job other = acts.jobs().find(p.job());
      if (other != null
          && p.kind() == Claim.Kind.PLANNED
          && other.priority < job.priority
          && other.spec.queue().equals(job.spec.queue())
          && acts.before(job, other)) {
        below.add(p);
      }
    }
    return below;
  }

  private static boolean meet(List<Holding.Place> some, List<Holding.Place> others) {
    Set<Node> nodes = new LinkedHashSet<>();
    some.forEach(p -> nodes.add(p.node()));
    return others.stream().anyMatch(p -> nodes.contains(p.node()));
  }

  /** Moves a planned start forward when room that helps has come back since the last search. */
  private void sooner(Job job, Budget budget) {
    PlannedStart planned = job.planned;
    Promise p = acts.claims().of(job.id()).orElseThrow();
    if (planned == null || p.kind() == Claim.Kind.FREED || planned.at() <= acts.now()) {
      return;
    }
    Tried last = tried.get(job.id().value());
    if (last != null
        && (last.returns == returns(job)
            || last.cost > CHEAP && acts.now() < last.at + (planned.at() - last.at) / 8)) {
      return;
    }
    acts.claims().withdraw(job.id());
    FutureRoom.Answer answer = search(job, planned.at(), budget);
    acts.claims().promise(p);
    if (answer.found() != null) {
      acts.plan(new Action.Plan(job.id(), answer.start(), PlanCause.EARLIER));
    }
  }

  private FutureRoom.Answer search(Job job, long before, Budget budget) {
    long used = budget.used();
    FutureRoom.Answer answer = future.earliest(job, before, budget);
    tried.put(job.id().value(), new Tried(returns(job), budget.used() - used, acts.now()));
    if (answer.found() != null) {
      hopeless.remove(job.shape.id());
    } else if (before == Long.MAX_VALUE && !answer.cutShort()) {
      Hopeless h = hopeless.get(job.shape.id());
      hopeless.put(
          job.shape.id(),
          new Hopeless(
              returns(job),
              acts.ledger().fleet().generation(),
              h == null ? 1 : Math.min(10, h.failures + 1)));
    }
    return answer;
  }

  /** After each failure twice as much room must have come back before the shape is tried again. */
  private boolean isHopeless(Job job) {
    Hopeless h = hopeless.get(job.shape.id());
    return h != null
        && h.generation == acts.ledger().fleet().generation()
        && returns(job) < h.returns + (1L << h.failures - 1);
  }

  private long returns(Job job) {
    long sum = 0;
    for (Ask[] variants : job.shape.asks()) {
      for (Ask ask : variants) {
        sum += acts.ledger().returnsFor(ask);
      }
    }
    return sum;
  }

  private int planned() {
    int n = 0;
    for (Promise p : acts.claims().promises()) {
      n += p.kind() == Claim.Kind.PLANNED ? 1 : 0;
    }
    return n;
  }

  private @Nullable Job lastPlanned() {
    Job last = null;
    for (Promise p : acts.claims().promises()) {
      Job job = acts.jobs().find(p.job());
      if (job != null
          && p.kind() == Claim.Kind.PLANNED
          && (last == null || acts.before(last, job))) {
        last = job;
      }
    }
    return last;
  }
}
