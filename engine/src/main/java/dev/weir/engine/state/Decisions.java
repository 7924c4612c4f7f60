package dev.weir.engine.state;

import dev.weir.engine.act.Acts;
import dev.weir.engine.claim.Claim;
import dev.weir.engine.claim.Claims;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Node;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobState;
import dev.weir.model.plan.Plan;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * What each decision does to the state. The pass decides through these methods, which record their
 * actions, and recovery folds recorded plans through them: both leave the same state. A decision
 * inside a trial is undone with it.
 */
public final class Decisions implements Acts {
  private static final long HOUR = 3_600_000L;

  private final State state;
  private final Holdings holdings;
  private final List<Action> actions = new ArrayList<>();

  public Decisions(State state) {
    this.state = state;
    this.holdings = new Holdings(state);
  }

  Holdings holdings() {
    return holdings;
  }

  /** The actions recorded since the last call, in the order taken. */
  public List<Action> takeActions() {
    List<Action> taken = List.copyOf(actions);
    actions.clear();
    return taken;
  }

  /** How many actions are recorded at the moment. */
  public int recorded() {
    return actions.size();
  }

  private void record(Action action) {
    actions.add(action);
    state.ledger.trials().record(actions::removeLast);
  }

  /** Folds a recorded pass. */
  public void fold(Plan plan) {
    state.advance(plan.at());
    for (Action action : plan.actions()) {
      switch (action) {
        case Action.Start start -> foldStart(start.allocation());
        case Action.Stop stop -> stop(stop);
        case Action.Resize resize -> foldResize(resize);
        case Action.ReshapeMig reshape -> reshape(reshape);
        case Action.Reject reject -> reject(state.jobs.get(reject.job()), reject.verdict());
        case Action.Fail fail -> fail(state.jobs.get(fail.job()), fail.reason());
        case Action.Plan planned -> plan(planned);
      }
    }
    List.copyOf(state.door).forEach(this::letIn);
    // the pass has settled all of these
    state.toStop.clear();
    state.broken.clear();
    state.takeOverLimit();
    actions.clear();
  }

  // --- the door and the queue ---

  /** A submitted job may wait in its queue. */
  public void letIn(Job job) {
    state.door.remove(job);
    enqueue(job);
  }

  /** The job waits from now on. */
  void enqueue(Job job) {
    job.state = JobState.QUEUED;
    state.queueOf(job).waiting().enqueue(job, state.now());
  }

  /** The job can never run. */
  public void reject(Job job, Verdict verdict) {
    state.door.remove(job);
    state.end(job, JobState.REJECTED);
    record(new Action.Reject(job.id(), verdict));
  }

  /** A waiting job is given up. */
  public void fail(Job job, String reason) {
    clearPlan(job);
    state.queueOf(job).waiting().dequeue(job);
    state.end(job, JobState.FAILED);
    record(new Action.Fail(job.id(), reason));
  }

  // --- starts ---

  /** Starts a waiting job whose tasks are booked already. */
  public void start(Job job, int[] variants, List<Holding.Place> places) {
    Holding holding =
        new Holding(
            state.newAllocation(),
            job.id(),
            job.incarnation + 1,
            variants,
            places,
            state.ledger.charge(places),
            state.now());
    begin(job, holding);
    record(
        new Action.Start(
            new Allocation(
                holding.id,
                job.id(),
                holding.incarnation,
                java.util.Arrays.stream(variants).boxed().toList(),
                Holdings.tasks(places))));
  }

  private void foldStart(Allocation a) {
    Job job = state.jobs.get(a.job());
    if (state.door.contains(job)) {
      letIn(job);
    }
    int[] variants = a.variants().stream().mapToInt(Integer::intValue).toArray();
    List<Holding.Place> places = holdings.places(job, variants, a.tasks());
    places.forEach(p -> state.ledger.book(p.node(), p.ask(), p.devices()));
    state.seen(a.id());
    begin(
        job,
        new Holding(
            a.id(),
            job.id(),
            a.incarnation(),
            variants,
            places,
            state.ledger.charge(places),
            state.now()));
  }

  private void begin(Job job, Holding holding) {
    remember(job);
    state.queueOf(job).waiting().dequeue(job);
    clearPlan(job);
    holdings.attach(job, holding);
    job.state = JobState.STARTING;
    job.incarnation = holding.incarnation;
    job.stopSent = false;
    job.timedOut = false;
    job.runningSince = Job.NOT_RUNNING;
    job.victims = 0;
    job.verdict = null;
    if (job.firstStart < 0) {
      job.firstStart = state.now();
    }
  }

  private void remember(Job job) {
    if (state.ledger.trials().recording()) {
      Runnable memento = job.memento();
      state.ledger.trials().record(memento::run);
    }
  }

  // --- Acts ---

  @Override
  public long now() {
    return state.now();
  }

  @Override
  public PolicySpec policy() {
    return state.policy();
  }

  @Override
  public Ledger ledger() {
    return state.ledger;
  }

  @Override
  public Jobs jobs() {
    return state.jobs;
  }

  @Override
  public Claims claims() {
    return state.claims;
  }

  @Override
  public long expectedEnd(Job job, long from) {
    return Math.max(from + 1, state.expectedEnd(job, from));
  }

  @Override
  public boolean before(Job a, Job b) {
    return state.compare(a, b) < 0;
  }

  @Override
  public boolean behindInOrder(Job running, Job waiting) {
    return state.compare(waiting, running) < 0;
  }

  @Override
  public void lift(Holding holding) {
    Job job = state.jobs.get(holding.job);
    remember(job);
    holdings.detach(job, holding);
    holding.places.forEach(p -> state.ledger.release(p.node(), p.ask(), p.devices()));
  }

  @Override
  public void plan(Action.Plan plan) {
    Job job = state.jobs.get(plan.job());
    remember(job);
    job.planned = plan.planned().orElse(null);
    PlannedStart start = job.planned;
    if (start == null) {
      state.claims.withdraw(job.id());
    } else {
      boolean freed =
          job.victims > 0
              || plan.cause() == Action.PlanCause.FREED
              || plan.cause() == Action.PlanCause.RECLAIM;
      long from = freed ? state.now() : start.at();
      state.claims.promise(
          new Promise(
              job.id(),
              freed ? Claim.Kind.FREED : Claim.Kind.PLANNED,
              from,
              Math.max(from + 1, state.expectedEnd(job, Math.max(from, start.at()))),
              holdings.places(
                  job,
                  start.variants().stream().mapToInt(Integer::intValue).toArray(),
                  start.tasks())));
      state.alarms.at(start.at());
    }
    record(plan);
  }

  void clearPlan(Job job) {
    if (job.planned != null) {
      job.planned = null;
      state.claims.withdraw(job.id());
    }
  }

  /** Asks for the end of a job's present run. */
  @Override
  public void stop(Action.Stop stop) {
    Job job = state.jobs.get(stop.job());
    Holding holding = Holdings.of(job);
    remember(job);
    state.ledger.stopping(holding, true);
    long wait = stop.gentle() ? stop.grace().toMillis() : 0;
    state.ledger.expectEnd(holding, Math.min(holding.expectedEnd(), state.now() + wait));
    job.stopSent = true;
    job.timedOut = stop.cause() == Action.StopCause.TIME_LIMIT;
    stop.beneficiary().ifPresent(id -> makesRoomFor(job, id));
    job.state =
        switch (stop.cause()) {
          case CANCELLED -> JobState.CANCELLING;
          case GANG_BROKEN -> JobState.RESTARTING;
          default -> JobState.CHECKPOINTING;
        };
    switch (stop.cause()) {
      case RECLAIM_GUARANTEE, RECLAIM_SHARE, PRIORITY, RESERVATION, MOVE, RESIZE -> disrupted(job);
      case CANCELLED, SUSPENDED, GANG_BROKEN, TIME_LIMIT -> {}
    }
    record(stop);
  }

  private void makesRoomFor(Job victim, JobId id) {
    Job beneficiary = state.jobs.find(id);
    if (beneficiary != null) {
      remember(beneficiary);
      beneficiary.victims++;
      victim.beneficiary = id;
    }
  }

  private void disrupted(Job job) {
    while (!job.disruptions.isEmpty() && job.disruptions.peekFirst() <= state.now() - HOUR) {
      job.disruptions.pollFirst();
    }
    job.disruptions.addLast(state.now());
  }

  @Override
  public void resize(Action.Resize resize) {
    Job job = state.jobs.get(resize.job());
    remember(job);
    Holding before = Holdings.of(job);
    List<Holding.Place> places = holdings.places(job, before.variants, resize.tasks());
    exchange(job, before, places, resize);
    resize.beneficiary().ifPresent(id -> makesRoomFor(job, id));
    record(resize);
  }

  private void foldResize(Action.Resize resize) {
    Job job = state.jobs.get(resize.job());
    Holding before = Holdings.of(job);
    for (Holding.Place p : holdings.places(job, before.variants, resize.tasks())) {
      if (!before.places.contains(p)) {
        state.ledger.book(p.node(), p.ask(), p.devices());
      }
    }
    resize(resize);
  }

  private void exchange(Job job, Holding before, List<Holding.Place> places, Action.Resize resize) {
    Holding after =
        new Holding(
            before.id,
            job.id(),
            resize.incarnation(),
            before.variants,
            places,
            state.ledger.charge(places),
            before.since);
    for (Holding.Place p : before.places) {
      if (!places.contains(p)) {
        job.leaving.add(p);
      }
    }
    boolean repair = resize.cause() == Action.ResizeCause.REPAIR;
    if (!resize.inPlace()) {
      holdings.bankRun(job, before);
      if (repair) {
        job.restarts++;
      } else {
        disrupted(job);
      }
    }
    holdings.detach(job, before);
    holdings.attach(job, after);
    job.incarnation = resize.incarnation();
    job.lost.clear();
    job.improvedAt = state.now();
    job.state = repair ? JobState.RESTARTING : JobState.RESIZING;
    state.broken.remove(job);
  }

  @Override
  public void reshape(Action.ReshapeMig reshape) {
    Node node = holdings.node(reshape.node());
    List<MigInstance> before = node.device(reshape.device()).layout();
    state.fleet.layout(node, reshape.device(), reshape.layout());
    state.ledger.trials().record(() -> state.fleet.layout(node, reshape.device(), before));
    state.touch();
    record(reshape);
  }
}
