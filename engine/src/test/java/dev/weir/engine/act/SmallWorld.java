package dev.weir.engine.act;

import dev.weir.engine.backfill.Moves;
import dev.weir.engine.backfill.PlannedStarts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.claim.Claim;
import dev.weir.engine.claim.Claims;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.order.JobOrder;
import dev.weir.engine.order.OrderContext;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.engine.queue.Candidates;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.queue.QueueTree;
import dev.weir.engine.score.PlacementScore;
import dev.weir.engine.score.Scores;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.PlanCause;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.policy.PolicySpec.Backfill;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import dev.weir.model.policy.PolicySpec.EndBasis;
import dev.weir.model.policy.PolicySpec.Improve;
import dev.weir.model.policy.PolicySpec.Reclaim;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A whole small world for tests of the strategies that look ahead or take away: it places jobs in
 * order, lets them end, and checks after each pass that no planned start moved without a cause.
 * Times are minutes.
 */
public final class SmallWorld implements Acts {
  public static final long MINUTE = 60_000;
  public static final DeviceModel A100 = DeviceModel.of("A100", new Bytes(80L << 30));

  public final Ledger ledger = new Ledger(new Fleet(), new Resources());
  public final Jobs jobs = new Jobs(ledger);
  public final QueueTree queues;
  public final Claims claims;
  public final Placer placer;
  public final PlannedStarts plans;
  public final List<Action> actions = new ArrayList<>();
  public PolicySpec policy;
  public long now;

  /** True run times, minutes; absent = the limit. */
  private final Map<Job, Long> runs = new LinkedHashMap<>();

  private final Map<Job, List<Holding.Place>> leaving = new LinkedHashMap<>();
  private final JobOrder order;
  private long nextJob = 1;
  private long nextAllocation = 1;
  private long epoch;

  /** Tried for a blocked job before it is planned; set by tests of reclaim. */
  public Function<Job, Boolean> makeRoom = job -> false;

  private static final class Tight implements PlacementScore {
    @Override
    public String name() {
      return "tight";
    }

    @Override
    public double score(Node node, Ask ask, DeviceBooking devices) {
      int touched = 0;
      for (long rest = devices.mask(); rest != 0; rest &= rest - 1) {
        touched += node.idleMilli(Long.numberOfTrailingZeros(rest));
      }
      return -node.freeDevices() * 1e6 - touched * 1e3 - node.cpuFree() * 1e-6;
    }
  }

  /** Priority, then submission. */
  private static final class ByPriority implements JobOrder {
    @Override
    public String name() {
      return "priority";
    }

    @Override
    public boolean byPriority() {
      return true;
    }

    @Override
    public double key(Job job, long now, OrderContext context) {
      return 0;
    }
  }

  public SmallWorld(BackfillMode mode, int depth, Reclaim reclaim) {
    this(mode, depth, reclaim, new ByPriority());
  }

  public SmallWorld(BackfillMode mode, int depth, Reclaim reclaim, JobOrder order) {
    this.order = order;
    queues = new QueueTree(ledger, order);
    claims = new Claims(ledger, jobs, (q, above) -> q.equals(above), () -> now);
    placer = new Placer(ledger, jobs, claims, new Scores(List.of(new Scores.Part(new Tight(), 1))));
    policy =
        new PolicySpec(
            "test",
            order.name(),
            true,
            Map.of(),
            new Backfill(mode, depth, EndBasis.LIMITS, 0.9),
            reclaim,
            Improve.NOTHING,
            Map.of());
    queues.configure(List.of(QueueSpec.open(JobMaker.QUEUE)), 0);
    plans = new PlannedStarts(this, placer);
  }

  public SmallWorld queues(QueueSpec... specs) {
    queues.configure(List.of(specs), 0);
    return this;
  }

  public SmallWorld nodes(int count, int devices, long cpus) {
    for (int n = 0; n < count; n++) {
      node("n" + ledger.fleet().nodes().size(), A100, devices, cpus, Map.of());
    }
    return this;
  }

  public Node node(
      String name, DeviceModel model, int devices, long cpus, Map<String, String> labels) {
    Node node =
        ledger
            .fleet()
            .join(
                new NodeSpec(
                    new NodeId(name),
                    name,
                    new DomainId("d"),
                    new Cpu(cpus * 1000),
                    new Bytes(512L << 30),
                    110,
                    Collections.nCopies(devices, DeviceSpec.of(model)),
                    labels,
                    List.of(),
                    true));
    claims.joined(node, now);
    long[] totals = new long[16];
    for (Node n : ledger.fleet().nodes()) {
      totals[Resources.CPU] += n.spec().cpu().milli();
      totals[Resources.DEVICES] += 1000L * n.deviceCount();
    }
    queues.capacity(totals);
    return node;
  }

  /** Submits; {@code runMinutes} 0 = as long as the limit allows. */
  public Job submit(JobSpec spec, long runMinutes) {
    Job job = jobs.add(spec, now);
    if (runMinutes > 0) {
      runs.put(job, runMinutes);
    }
    queueOf(job).waiting().enqueue(job, now);
    epoch++;
    return job;
  }

  public JobId nextId() {
    return new JobId(nextJob++);
  }

  /** One pass over all waiting jobs. */
  public List<Action> pass() {
    return pass(Budget.unlimited());
  }

  public List<Action> pass(Budget budget) {
    Map<JobId, Long> before = planned();
    int from = actions.size();
    plans.check();
    for (Job job : plans.due()) {
      Optional<Placement> place = plans.take(job);
      if (place.isPresent()) {
        start(job, place.get());
      } else {
        plans.late(job, budget);
      }
    }
    Candidates candidates = queues.candidates(policy.fairness(), now, epoch);
    boolean open = true;
    for (Job job = candidates.next(); job != null && open; job = candidates.next()) {
      open = offer(job, candidates, budget);
    }
    plans.replan(budget);
    List<Action> made = List.copyOf(actions.subList(from, actions.size()));
    List<String> broken = Moves.unexplained(before, planned(), made);
    if (!broken.isEmpty()) {
      throw new AssertionError(broken);
    }
    return made;
  }

  private boolean offer(Job job, Candidates candidates, Budget budget) {
    if (job.notBefore > now) {
      candidates.skipJob(job);
      return true;
    }
    PlaceOptions options = PlaceOptions.now(now, expectedEnd(job, now));
    Optional<Placement> place = placer.place(job, options);
    if (place.isPresent()) {
      start(job, place.get());
      return true;
    }
    Optional<PlannedStarts.Overruling> overruled = plans.overrule(job, options);
    if (overruled.isPresent()) {
      start(job, overruled.get().placement());
      plans.displace(overruled.get());
      return true;
    }
    if (!makeRoom.apply(job)) {
      plans.blocked(job, budget);
    }
    candidates.skipJob(job);
    return policy.backfill().mode() != BackfillMode.NONE;
  }

  public void start(Job job, Placement placement) {
    Holding holding =
        new Holding(
            new AllocationId(nextAllocation++),
            job.id(),
            job.incarnation + 1,
            placement.variants(),
            placement.places(),
            ledger.charge(placement.places()),
            now);
    queueOf(job).waiting().dequeue(job);
    claims.withdraw(job.id());
    job.planned = null;
    ledger.attach(holding);
    queues.charge(queueOf(job), holding.charge, job.spec.disruption().preemptible(), now);
    ledger.expectEnd(holding, expectedEnd(job, now));
    job.holding = holding;
    job.state = JobState.RUNNING;
    job.incarnation++;
    job.runningSince = now;
    job.savedAt = now;
    actions.add(
        new Action.Start(
            new dev.weir.model.allocation.Allocation(
                holding.id,
                job.id(),
                job.incarnation,
                placement.variantList(),
                placement.tasks())));
  }

  /** The job's processes are gone; with {@code over} it has done its work. */
  public void end(Job job, boolean over) {
    Holding holding = job.holding;
    ledger.drop(holding);
    leaving
        .getOrDefault(job, List.of())
        .forEach(p -> ledger.release(p.node(), p.ask(), p.devices()));
    leaving.remove(job);
    queues.uncharge(queueOf(job), holding.charge, job.spec.disruption().preemptible(), now);
    job.holding = null;
    job.runningSince = Job.NOT_RUNNING;
    if (over) {
      jobs.end(job, JobState.COMPLETED);
    } else {
      job.state = JobState.QUEUED;
      queueOf(job).waiting().enqueue(job, now);
    }
    epoch++;
  }

  /** Every stop and resize that was sent is carried out by the world. */
  public void settle() {
    for (Job job : List.copyOf(jobs.live())) {
      if (job.holding != null && job.holding.stopping()) {
        job.stopSent = false;
        end(job, false);
      } else if (job.state == JobState.RESIZING) {
        leaving
            .getOrDefault(job, List.of())
            .forEach(p -> ledger.release(p.node(), p.ask(), p.devices()));
        leaving.remove(job);
        job.state = JobState.RUNNING;
        epoch++;
      }
    }
  }

  /** Time passes to the minute; whatever ends until then ends at its time, each with a pass. */
  public void advanceTo(long minute) {
    while (true) {
      long next = minute * MINUTE;
      for (Job job : jobs.live()) {
        if (job.holding != null) {
          next = Math.min(next, trueEnd(job));
        }
      }
      now = Math.max(now, next);
      for (Job job : List.copyOf(jobs.live())) {
        if (job.holding != null && trueEnd(job) <= now) {
          end(job, true);
        }
      }
      pass();
      if (now >= minute * MINUTE) {
        return;
      }
    }
  }

  private long trueEnd(Job job) {
    Long run = runs.get(job);
    return run == null ? job.holding.expectedEnd() : job.holding.since + run * MINUTE;
  }

  public Map<JobId, Long> planned() {
    Map<JobId, Long> map = new TreeMap<>();
    for (Promise p : claims.promises()) {
      if (p.kind() == Claim.Kind.PLANNED) {
        map.put(p.job(), p.from());
      }
    }
    return map;
  }

  public boolean running(Job job) {
    return job.holding != null;
  }

  /** Minute of the planned start; -1 when there is none. */
  public long plannedMinute(Job job) {
    return claims.of(job.id()).map(p -> p.from() / MINUTE).orElse(-1L);
  }

  /** A number for all that is booked and claimed, to compare before and after a trial. */
  public long hash() {
    long h = claims.hash();
    for (Node n : ledger.fleet().nodes()) {
      h = h * 31 + n.freeMask();
      h = h * 31 + n.cpuFree();
      h = h * 31 + n.memoryFree();
      for (int d = 0; d < n.deviceCount(); d++) {
        h = h * 31 + n.usedMilli(d);
      }
      for (Holding t : n.tenants()) {
        h = h * 31 + t.id.value();
      }
    }
    for (Holding holding : ledger.holdings().values()) {
      h = h * 31 + holding.id.value() * 7 + holding.expectedEnd();
    }
    for (Holding holding : ledger.ends().soonestFirst()) {
      h = h * 31 + holding.id.value();
    }
    for (Queue q : queues.queues()) {
      h = h * 31 + q.booked(Resources.DEVICES);
    }
    return h;
  }

  // --- Acts ---

  @Override
  public long now() {
    return now;
  }

  @Override
  public PolicySpec policy() {
    return policy;
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public Jobs jobs() {
    return jobs;
  }

  @Override
  public Claims claims() {
    return claims;
  }

  public Queue queueOf(Job job) {
    return queues.find(job.spec.queue());
  }

  @Override
  public long expectedEnd(Job job, long from) {
    return job.spec.timeLimit().map(l -> from + l.toMillis()).orElse(Long.MAX_VALUE);
  }

  @Override
  public boolean before(Job a, Job b) {
    int c = order.byPriority() ? Integer.compare(b.priority, a.priority) : 0;
    c =
        c != 0
            ? c
            : Double.compare(
                order.key(a, now, OrderContext.DEFAULTS), order.key(b, now, OrderContext.DEFAULTS));
    return c != 0 ? c < 0 : a.sequence < b.sequence;
  }

  @Override
  public boolean behindInOrder(Job running, Job waiting) {
    return before(waiting, running);
  }

  @Override
  public void lift(Holding holding) {
    Job running = jobs.get(holding.job);
    ledger.drop(holding);
    queues.uncharge(queueOf(running), holding.charge, running.spec.disruption().preemptible(), now);
  }

  @Override
  public void plan(Action.Plan plan) {
    actions.add(plan);
    Job job = jobs.get(plan.job());
    job.planned = plan.planned().orElse(null);
    if (plan.planned().isEmpty()) {
      claims.withdraw(job.id());
      return;
    }
    PlannedStart start = plan.planned().get();
    boolean freed = plan.cause() == PlanCause.FREED;
    List<Holding.Place> places = new ArrayList<>();
    for (TaskPlacement t : start.tasks()) {
      places.add(
          new Holding.Place(
              t.role(),
              t.task(),
              job.shape.asks()[t.role()][start.variants().get(t.role())],
              ledger.fleet().find(t.node()),
              t.devices()));
    }
    claims.promise(
        new Promise(
            job.id(),
            freed ? Claim.Kind.FREED : Claim.Kind.PLANNED,
            freed ? now : start.at(),
            expectedEnd(job, start.at()),
            places));
  }

  @Override
  public void stop(Action.Stop stop) {
    Job job = jobs.get(stop.job());
    actions.add(stop);
    ledger.stopping(job.holding, true);
    ledger.expectEnd(job.holding, now + job.spec.disruption().grace().toMillis());
    job.stopSent = true;
    job.state = JobState.CHECKPOINTING;
    job.beneficiary = stop.beneficiary().orElse(null);
    job.disruptions.addLast(now);
  }

  @Override
  public void resize(Action.Resize resize) {
    actions.add(resize);
    Job job = jobs.get(resize.job());
    Holding before = job.holding;
    List<Holding.Place> places = new ArrayList<>();
    for (TaskPlacement t : resize.tasks()) {
      Ask ask = job.shape.asks()[t.role()][before.variants[t.role()]];
      Node node = ledger.fleet().find(t.node());
      places.add(new Holding.Place(t.role(), t.task(), ask, node, t.devices()));
    }
    List<Holding.Place> gone = new ArrayList<>(before.places);
    gone.removeAll(places);
    leaving.put(job, gone);
    ledger.detach(before);
    queues.uncharge(queueOf(job), before.charge, job.spec.disruption().preemptible(), now);
    Holding after =
        new Holding(
            before.id,
            job.id(),
            before.incarnation,
            before.variants,
            places,
            ledger.charge(places),
            before.since);
    ledger.attach(after);
    ledger.expectEnd(after, before.expectedEnd());
    queues.charge(queueOf(job), after.charge, job.spec.disruption().preemptible(), now);
    job.holding = after;
    job.state = JobState.RESIZING;
    job.improvedAt = now;
  }

  @Override
  public void reshape(Action.ReshapeMig reshape) {
    actions.add(reshape);
  }

  /** Opens a trial; for tests that look at what undoing leaves. */
  public Trial trial() {
    return ledger.trial();
  }
}
