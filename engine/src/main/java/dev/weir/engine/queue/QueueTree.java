package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.ledger.Trials;
import dev.weir.engine.order.JobOrder;
import dev.weir.engine.order.OrderContext;
import dev.weir.engine.snapshot.QueueSnapshot;
import dev.weir.engine.snapshot.QueueSnapshot.Remembered;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * All queues, their bookings and their waiting jobs.
 *
 * <p>Fairness is hierarchical dominant-share fairness: Ghodsi et al., "Dominant Resource Fairness",
 * NSDI 2011; over a tree of queues, Bhattacharya et al., "Hierarchical Scheduling for Diverse
 * Datacenter Workloads", SoCC 2013. At each level the child that is below its guarantee goes first,
 * then the one with the smallest {@linkplain #share share}.
 *
 * <p>A queue's usage is the sum of its children's. The second paper scales a child that uses much
 * down to the smallest of its siblings first, so that a sibling that wants another resource is not
 * held back; that is not done here: with it, a queue whose late child has nothing yet would get
 * more than its share over its parent's siblings. A guarantee is the remedy for the child held
 * back.
 */
public final class QueueTree {
  /** What sums of parts of a whole may be off by, relatively. */
  private static final double ROUNDING = 1e-12;

  private final Ledger ledger;
  private final LeastCharge leastCharge;
  final Returns returns;
  private Queue root;
  private Map<QueueId, Queue> byId = new LinkedHashMap<>();
  private List<Queue> configured = List.of();
  private long[] totals = new long[0];
  private JobOrder order;
  private OrderContext context = OrderContext.DEFAULTS;
  private long keyedAt = Long.MIN_VALUE;
  private long lanes;
  private long timers;
  private long pass;

  private long bookings;

  /** Counts up with each configuration. */
  private long generation;

  private final List<Offer> offered = new ArrayList<>();
  private final PriorityQueue<Timer> due = new PriorityQueue<>();

  /** A lane that has offered a job in this pass. */
  private record Offer(Queue leaf, Lane lane) {}

  /** A job that wakes or changes its place at a time. */
  private record Timer(long at, long number, Job job, Queue leaf) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer o) {
      int c = Long.compare(at, o.at);
      return c != 0 ? c : Long.compare(number, o.number);
    }
  }

  public QueueTree(Ledger ledger, JobOrder order) {
    this.ledger = ledger;
    this.order = order;
    this.leastCharge = new LeastCharge(ledger);
    this.returns = new Returns(ledger);
    this.root = new Queue(QueueSpec.open(new QueueId("fleet")), this);
  }

  Resources resources() {
    return ledger.resources();
  }

  Trials trials() {
    return ledger.trials();
  }

  /** The least that jobs can be charged. */
  public LeastCharge leastCharge() {
    return leastCharge;
  }

  /**
   * Makes the tree what the specs say. Queues that stay keep their bookings, their remembered usage
   * and their waiting jobs.
   *
   * @throws IllegalArgumentException for unknown parents, circles, queues named twice, guarantees
   *     of children that exceed the parent's, and queues with jobs that would vanish or get queues
   *     below them; nothing is changed then
   */
  public void configure(List<QueueSpec> specs, long now) {
    Configuration made = new Configuration(this, byId, specs);
    root = made.apply(root, now);
    byId = made.queues();
    configured = List.copyOf(byId.values());
    generation++;
    bookings++;
    pass++;
  }

  /** The queues for a snapshot, in the order of configuration. */
  public List<QueueSnapshot> snapshot() {
    List<QueueSnapshot> all = new ArrayList<>();
    for (Queue q : configured) {
      all.add(new QueueSnapshot(q.spec, q.usage.snapshot(resources())));
    }
    return all;
  }

  /** What the fleet as a whole is remembered to have used, for a snapshot. */
  public List<Remembered> remembered() {
    return root.usage.snapshot(resources());
  }

  /** Puts back what is remembered, when queues are configured and everything is booked again. */
  public void restore(List<QueueSnapshot> queues, List<Remembered> ofRoot) {
    root.usage.restore(ofRoot, resources());
    for (QueueSnapshot q : queues) {
      Queue queue = byId.get(q.spec().id());
      if (queue == null) {
        throw new IllegalArgumentException("queue " + q.spec().id() + " is not configured");
      }
      queue.usage.restore(q.remembered(), resources());
    }
    bookings++;
    pass++;
  }

  public @Nullable Queue find(QueueId id) {
    return byId.get(id);
  }

  /** Counts up whenever the queues or their rules change. */
  public long generation() {
    return generation;
  }

  /** Moves whenever a share or what a guarantee leaves may be another; not with time alone. */
  public long bookings() {
    return bookings;
  }

  /** All queues in the order of configuration. */
  public List<Queue> queues() {
    return configured;
  }

  /** Top queues in the order of configuration. */
  public List<Queue> tops() {
    return Collections.unmodifiableList(root.children);
  }

  /** Sets what the fleet has of each resource number: the denominators of dominant shares. */
  public void capacity(long[] totals) {
    this.totals = totals.clone();
    bookings++;
    pass++;
  }

  long total(int resource) {
    return resource < totals.length ? totals[resource] : 0;
  }

  /** Books a charge in a leaf and all queues above it; undone with the trial around it. */
  public void charge(Queue leaf, Charge charge, boolean preemptible, long now) {
    book(leaf, charge, 1, preemptible, now);
  }

  /** Gives a charge back. */
  public void uncharge(Queue leaf, Charge charge, boolean preemptible, long now) {
    book(leaf, charge, -1, preemptible, now);
    gaveBack(leaf, 1);
    trials().record(() -> gaveBack(leaf, -1));
  }

  private void gaveBack(Queue leaf, int times) {
    for (Queue q = leaf; q != null; q = q.above) {
      q.givenBack += times;
    }
  }

  private void book(Queue leaf, Charge charge, int sign, boolean preemptible, long now) {
    bookings++;
    for (Queue q = leaf; q != null; q = q.above) {
      q.usage.book(charge, sign, preemptible, now, trials());
      q.turn.shareIn = -1;
      q.turn.forget();
    }
    if (trials().recording()) {
      trials()
          .record(
              () -> {
                bookings++;
                for (Queue q = leaf; q != null; q = q.above) {
                  q.turn.shareIn = -1;
                  q.turn.forget();
                }
              });
    }
  }

  /**
   * The queue's share: over all resources that the fleet has, the largest max(booked, remembered) ÷
   * capacity, divided by the queue's weight.
   */
  public double share(Queue queue, long now) {
    return dominant(queue, null, 0, true, now) / queue.weight();
  }

  /** The same by bookings alone. */
  public double bookedShare(Queue queue) {
    return dominant(queue, null, 0, false, 0) / queue.weight();
  }

  /** The share that the queue would have with a charge added ({@code sign} 1) or gone (-1). */
  double shareWith(Queue queue, Charge charge, int sign, boolean remembered, long now) {
    return dominant(queue, charge, sign, remembered, now) / queue.weight();
  }

  private double dominant(
      Queue queue, @Nullable Charge charge, int sign, boolean remembered, long now) {
    double most = 0;
    for (int r = 0; r < totals.length; r++) {
      if (totals[r] > 0) {
        double used = queue.booked(r) + (charge == null ? 0 : sign * charge.of(r));
        if (remembered) {
          used = Math.max(used, queue.usage.used(r, now));
        }
        most = Math.max(most, used / totals[r]);
      }
    }
    return most;
  }

  /**
   * What the queue is due of a resource now, given what all ask for: see {@link FairShare}, from
   * the top down. In that resource's unit, rounded down.
   */
  public long entitled(Queue queue, int resource) {
    return (long) (due(queue, resource) * (1 + ROUNDING));
  }

  private double due(Queue queue, int resource) {
    Queue above = queue.above;
    if (above == null) {
      return total(resource);
    }
    double[] due = FairShare.of(above.children, resource, due(above, resource));
    return due[above.children.indexOf(queue)];
  }

  /** Whether the queue has more than it is due of something in the charge. */
  public boolean overShare(Queue queue, Charge charge) {
    for (int i = 0; i < charge.resources().length; i++) {
      int r = charge.resources()[i];
      if (total(r) > 0 && queue.booked(r) > due(queue, r) * (1 + ROUNDING)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the queue has what it is due at most, with the charge added, of everything in it. */
  public boolean withinShare(Queue queue, Charge charge) {
    for (int i = 0; i < charge.resources().length; i++) {
      int r = charge.resources()[i];
      if (total(r) > 0 && queue.booked(r) + charge.amounts()[i] > due(queue, r) * (1 + ROUNDING)) {
        return false;
      }
    }
    return true;
  }

  /** Forgets what passes have found out: nobody sleeps, and all keys are those of now. */
  public void recovered(long now) {
    for (Queue q : configured) {
      q.waiting.wakeAll();
    }
    rekeyAll(now);
  }

  /** Sets the order of jobs. Another one than before costs n log n over all waiting jobs. */
  public void orderBy(JobOrder order, OrderContext context, long now) {
    if (order.equals(this.order) && context.equals(this.context)) {
      return;
    }
    this.order = order;
    this.context = context;
    rekeyAll(now);
  }

  private void rekeyAll(long now) {
    rewind();
    due.removeIf(t -> !t.leaf.waiting.asleep(t.job));
    for (Queue q : configured) {
      if (q.leaf()) {
        q.waiting.rekeyAll(now);
      }
    }
    keyedAt = now;
  }

  /**
   * Begins a pass.
   *
   * @param fairness queues by guarantee and share; false: one order of jobs over all queues
   * @param epoch a number that moves whenever something other than returning room could help a job
   *     that failed: claims, reservations, rules of queues, policy, nodes, a time window
   */
  public Candidates candidates(boolean fairness, long now, long epoch) {
    rewind();
    pass++;
    if (order.drifts() && now != keyedAt) {
      rekeyAll(now);
    }
    for (Timer t = due.peek(); t != null && t.at <= now; t = due.peek()) {
      due.poll();
      if (t.leaf.waiting.contains(t.job)) {
        t.leaf.waiting.due(t.job, now);
      }
    }
    for (Queue q : configured) {
      if (q.leaf()) {
        q.waiting.open(pass, epoch);
      }
    }
    return new PassCandidates(this, root, fairness, pass, now, epoch);
  }

  private void rewind() {
    for (Offer o : offered) {
      if (o.lane.touched) {
        o.leaf.waiting.rewind(o.lane);
      }
    }
    offered.clear();
  }

  /** The lane's job is being offered; the lane offered before it goes back to its place. */
  void offered(Queue leaf, Lane lane) {
    if (!lane.touched) {
      offered.add(new Offer(leaf, lane));
    }
    lane.offered();
  }

  long nextLane() {
    return lanes++;
  }

  void key(Job job, Queue leaf, long now) {
    job.orderPriority = order.byPriority() ? job.priority : 0;
    job.orderKey = order.key(job, now, context);
    long changes = order.changesAt(job, now, context);
    if (changes != Long.MAX_VALUE) {
      due.add(new Timer(changes, timers++, job, leaf));
    }
  }

  void wakeAt(Job job, Queue leaf, long at) {
    if (at != Long.MAX_VALUE) {
      due.add(new Timer(at, timers++, job, leaf));
    }
  }

  void demand(Queue leaf, Charge charge, int sign) {
    for (Queue q = leaf; q != null; q = q.above) {
      q.demand(charge, sign);
      q.turn.forget();
    }
  }
}
