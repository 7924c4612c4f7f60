package dev.weir.engine.state;

import dev.weir.engine.admit.Admission;
import dev.weir.engine.claim.Claims;
import dev.weir.engine.claim.Window;
import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.order.JobOrder;
import dev.weir.engine.order.OrderContext;
import dev.weir.engine.policy.Strategies;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.queue.QueueTree;
import dev.weir.engine.score.TaskMix;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobState;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.policy.PolicySpec.EndBasis;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that the engine knows. Facts come in through {@link Facts}, decisions through {@link
 * Decisions}; both are folds without any choice in them.
 */
public final class State {
  public final Fleet fleet = new Fleet();
  public final Resources resources = new Resources();
  public final Ledger ledger = new Ledger(fleet, resources);
  public final Jobs jobs = new Jobs(ledger);
  public final QueueTree queues;
  public final Claims claims = new Claims(ledger, jobs, this::within, this::now);
  public final Admission admission;

  /** What has arrived. */
  public final TaskMix mix = new TaskMix();

  /** What a forecast says will arrive; empty without one. */
  public final TaskMix expected = new TaskMix();

  public final Alarms alarms = new Alarms();

  /** The same for jobs that a pass has put to sleep; known to no journal. */
  public final Alarms sleepers = new Alarms();

  /** Submitted jobs that no pass has let in yet. */
  public final ArrayDeque<Job> door = new ArrayDeque<>();

  /** Jobs whose holding must be stopped, in the order in which that became known. */
  public final Set<Job> toStop = new LinkedHashSet<>();

  /** Running gangs that lost tasks and are to be repaired or released. */
  public final Set<Job> broken = new LinkedHashSet<>();

  /** Enforced ends of running jobs, by time. */
  final NavigableMap<Long, Set<Job>> limits = new TreeMap<>();

  private final Map<String, Job> blocking = new HashMap<>();
  private PolicySpec policy;
  private JobOrder order;
  private OrderContext orderContext;
  private long now;
  private long nextAllocation = 1;
  private long epoch;
  private long dropped;

  public State(PolicySpec policy) {
    this.policy = policy;
    this.order = Strategies.order(policy.order());
    this.orderContext = OrderContext.of(policy);
    this.queues = new QueueTree(ledger, order);
    this.queues.orderBy(order, orderContext, 0);
    this.admission =
        new Admission(
            ledger,
            jobs,
            queues,
            () -> claims.windows().stream().map(Window::reservation).toList());
  }

  public PolicySpec policy() {
    return policy;
  }

  /** Journal time of the last fact or pass, ms. */
  public long now() {
    return now;
  }

  /** Time passes; reservations whose time is over end. */
  public void advance(long at) {
    now = Math.max(now, at);
    boolean rang = alarms.ring(now);
    if (sleepers.ring(now) || rang) {
      touch();
    }
    if (!claims.windows().isEmpty()) {
      for (String name : claims.over(now)) {
        claims.end(name);
        touch();
      }
    }
  }

  /** The next time at which a pass could do something although nothing else happens. */
  public OptionalLong nextWakeUp() {
    long next = Math.min(alarms.next(now).orElse(Long.MAX_VALUE), claims.nextDue(now));
    next = Math.min(next, sleepers.next(now).orElse(Long.MAX_VALUE));
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  /** Running jobs whose enforced limit is over and that were not told to stop yet. */
  public List<Job> takeOverLimit() {
    List<Job> over = new ArrayList<>();
    while (!limits.isEmpty() && limits.firstKey() <= now) {
      long due = limits.firstKey();
      for (Job job : limits.pollFirstEntry().getValue()) {
        boolean stillThatRun =
            job.holding != null
                && !job.stopSent
                && job.runningSince != Job.NOT_RUNNING
                && job.runningSince + job.spec.timeLimit().orElseThrow().toMillis() == due;
        if (stillThatRun) {
          over.add(job);
        }
      }
    }
    return over;
  }

  /** Under a strict order: the job behind which all of its queue wait. */
  public void blocking(Queue queue, Job job) {
    blocking.put(policy.fairness() ? queue.id.value() : "", job);
  }

  /** The job that stands in front of this one under a strict order. */
  public Optional<Job> blocker(Job job) {
    if (policy.backfill().mode() != PolicySpec.BackfillMode.NONE) {
      return Optional.empty();
    }
    Job head = blocking.get(policy.fairness() ? job.spec.queue().value() : "");
    return head == null || head == job || head.state != JobState.QUEUED
        ? Optional.empty()
        : Optional.of(head);
  }

  void policy(PolicySpec other) {
    policy = other;
    order = Strategies.order(other.order());
    orderContext = OrderContext.of(other);
    queues.orderBy(order, orderContext, now);
    touch();
    for (Holding h : List.copyOf(ledger.holdings().values())) {
      expect(jobs.get(h.job), h);
    }
  }

  /** What passes have found out beside the fold is forgotten: everybody is looked at again. */
  void recovered() {
    sleepers.clear();
    queues.recovered(now);
    touch();
  }

  /** Counts up when anything but returned room may have changed what a waiting job can do. */
  public long epoch() {
    return epoch;
  }

  /** Whatever could not start may be looked at again. */
  public void touch() {
    epoch++;
  }

  /** The policy's order between two jobs, waiting or running; never 0 for different jobs. */
  int compare(Job a, Job b) {
    int byPriority = order.byPriority() ? Integer.compare(b.priority, a.priority) : 0;
    int byKey =
        byPriority != 0
            ? byPriority
            : Double.compare(order.key(a, now, orderContext), order.key(b, now, orderContext));
    return byKey != 0 ? byKey : Long.compare(a.sequence, b.sequence);
  }

  /** A job has ended: it leaves, and those that waited for its end are candidates again. */
  void end(Job job, JobState how) {
    jobs.end(job, how);
    for (Job dependant : jobs.takeDependants(job.id())) {
      if (dependant.state == JobState.QUEUED && !door.contains(dependant)) {
        queueOf(dependant).waiting().wake(dependant);
        touch();
      }
    }
  }

  /** Events that named something unknown, over or of an older incarnation. */
  public long dropped() {
    return dropped;
  }

  void drop() {
    dropped++;
  }

  /** The next identity that {@link #newAllocation} will give. */
  long nextAllocation() {
    return nextAllocation;
  }

  /** Puts counters of a snapshot back. */
  void restore(long at, long allocation, long drops) {
    now = at;
    nextAllocation = allocation;
    dropped = drops;
    touch();
  }

  /** A fresh identity. */
  public AllocationId newAllocation() {
    return new AllocationId(nextAllocation++);
  }

  void seen(AllocationId id) {
    nextAllocation = Math.max(nextAllocation, id.value() + 1);
  }

  /** The job's queue; the job has been let in, so it exists. */
  public Queue queueOf(Job job) {
    Queue queue = queues.find(job.spec.queue());
    if (queue == null) {
      throw new IllegalStateException("queue " + job.spec.queue() + " of " + job + " is gone");
    }
    return queue;
  }

  private boolean within(QueueId queue, QueueId above) {
    for (Queue q = queues.find(queue); q != null; q = q.parent()) {
      if (q.id.equals(above)) {
        return true;
      }
    }
    return false;
  }

  /** When a job that starts at {@code from} is expected to end; MAX_VALUE when it may never. */
  public long expectedEnd(Job job, long from) {
    long limit = job.spec.timeLimit().map(d -> from + d.toMillis()).orElse(Long.MAX_VALUE);
    DurationForecast f = job.forecast;
    if (policy.backfill().basis() == EndBasis.LIMITS || f == null) {
      return limit;
    }
    long total = policy.backfill().quantile() > 0.5 ? f.p90() : f.p50();
    int firstOfAll = job.holding == null ? 0 : 1; // a job that runs has counted this run already
    long restart = job.incarnation > firstOfAll ? job.spec.disruption().restart().toMillis() : 0;
    return Math.min(limit, from + Math.max(1, total - job.savedMillis + restart));
  }

  /** Brings a holding's expected end up to date. */
  void expect(Job job, Holding holding) {
    long from =
        job.runningSince != Job.NOT_RUNNING ? job.runningSince : Math.max(now, holding.since);
    ledger.expectEnd(holding, Math.max(expectedEnd(job, from), from));
  }
}
