package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Trials;
import dev.weir.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of one leaf. Whatever is done here inside a trial is undone with it. Taking in,
 * letting go and re-keying cost the logarithm of the jobs of the same shape.
 */
public final class Waiting {
  private final Queue leaf;
  private final QueueTree tree;

  /** Iterated only where the order is restored. */
  private final Map<Job.Shape, Lane> lanes = new HashMap<>();

  private final List<Bay> bays = new ArrayList<>();
  private final TreeSet<Lane> overQuota = new TreeSet<>(Lane.LANES);
  private long overQuotaSince;
  private long overQuotaEpoch;
  private final TreeMap<Job, Long> asleep =
      new TreeMap<>(Comparator.comparingLong((Job j) -> j.sequence));
  private int awake;

  Waiting(Queue leaf, QueueTree tree) {
    this.leaf = leaf;
    this.tree = tree;
  }

  /** Jobs that wait, asleep or not. */
  public int size() {
    return awake + asleep.size();
  }

  /** Whether the job waits here. */
  public boolean contains(Job job) {
    Lane lane = lanes.get(job.shape);
    return asleep.containsKey(job) || (lane != null && lane.jobs.contains(job));
  }

  /** All that wait, in the policy's order, those asleep last. For reports: n log n of work. */
  public List<Job> jobs() {
    List<Job> all = new ArrayList<>(size());
    lanes.values().forEach(l -> l.jobs.forEach(all::add));
    all.sort(Lane.JOBS); // a total order: how the lanes are kept leaves no trace
    all.addAll(asleep.keySet());
    return all;
  }

  /** The job begins to wait. */
  public void enqueue(Job job, long now) {
    if (!leaf.leaf()) {
      throw new IllegalStateException("queue " + leaf.id + " has queues below it and takes no job");
    }
    double keyBefore = job.orderKey;
    int priorityBefore = job.orderPriority;
    tree.key(job, leaf, now);
    insert(job);
    record(
        () -> {
          remove(job);
          job.orderKey = keyBefore;
          job.orderPriority = priorityBefore;
        });
  }

  /** The job does not wait any more: it starts, is suspended, or ends. */
  public void dequeue(Job job) {
    Long until = asleep.remove(job);
    if (until != null) {
      record(() -> asleep.put(job, until));
      return;
    }
    remove(job);
    record(() -> insert(job));
  }

  /** The job's priority or forecast changed. Nothing happens when it does not wait here. */
  public void rekey(Job job, long now) {
    Lane lane = lanes.get(job.shape);
    boolean sleeps = asleep.containsKey(job);
    if (!sleeps && (lane == null || !lane.jobs.contains(job))) {
      return;
    }
    double keyBefore = job.orderKey;
    int priorityBefore = job.orderPriority;
    if (sleeps) {
      tree.key(job, leaf, now);
    } else {
      remove(job);
      tree.key(job, leaf, now);
      insert(job);
    }
    record(
        () -> {
          if (!sleeps) {
            remove(job);
          }
          job.orderKey = keyBefore;
          job.orderPriority = priorityBefore;
          if (!sleeps) {
            insert(job);
          }
        });
  }

  /**
   * The waiting job is no candidate until the given time, {@link Long#MAX_VALUE} = until it is
   * woken: it has to wait for a date, another job's end, a person. It wakes by itself in the first
   * pass from then on.
   */
  public void sleep(Job job, long until) {
    if (asleep.containsKey(job)) {
      wake(job);
    }
    remove(job);
    asleep.put(job, until);
    tree.wakeAt(job, leaf, until);
    record(
        () -> {
          asleep.remove(job);
          insert(job);
        });
  }

  /** The job is a candidate again. Nothing happens when it does not sleep here. */
  public void wake(Job job) {
    Long until = asleep.remove(job);
    if (until == null) {
      return;
    }
    insert(job);
    record(
        () -> {
          remove(job);
          asleep.put(job, until);
        });
  }

  void wakeAll() {
    List.copyOf(asleep.keySet()).forEach(this::wake);
  }

  public boolean asleep(Job job) {
    return asleep.containsKey(job);
  }

  /** Why the jobs of the job's shape do not start here, when a pass has found out. */
  public @Nullable Verdict shapeVerdict(Job job) {
    Lane lane = lanes.get(job.shape);
    return lane == null ? null : lane.verdict;
  }

  public void shapeVerdict(Job job, Verdict verdict) {
    Lane lane = lanes.get(job.shape);
    if (lane != null) {
      lane.verdict = verdict;
    }
  }

  private void record(Trials.Undo undo) {
    tree.trials().record(undo);
  }

  /** What woke up, or comes to stand somewhere else, by time alone. */
  void due(Job job, long now) {
    Long until = asleep.get(job);
    if (until != null && until <= now) {
      wake(job);
    } else if (until == null) {
      rekey(job, now);
    }
  }

  /** Puts the job into its lane by the key that it carries. */
  private void insert(Job job) {
    Lane lane = lanes.get(job.shape);
    if (lane == null) {
      lane = open(job.shape);
    }
    lane.add(job);
    if (lane.home != lane.bay.open && lane.jobs.first() == job) {
      lane.moveTo(lane.bay.open); // it stands before those that failed and may do better
    }
    awake++;
    tree.demand(leaf, lane.leastCharge, 1);
  }

  private void remove(Job job) {
    Lane lane = lanes.get(job.shape);
    if (lane == null) {
      throw new IllegalStateException("job " + job.id() + " does not wait in " + leaf.id);
    }
    lane.remove(job);
    if (lane.jobs.isEmpty() && !lane.touched) {
      close(lane);
    }
    awake--;
    tree.demand(leaf, lane.leastCharge, -1);
  }

  private Lane open(Job.Shape shape) {
    Returns.Pools pools = tree.returns.poolsOf(shape);
    Bay bay = null;
    for (Bay b : bays) {
      bay = b.pools == pools ? b : bay;
    }
    if (bay == null) {
      bay = new Bay(pools);
      bays.add(bay);
    }
    Lane lane = new Lane(shape, tree.leastCharge().of(shape), tree.nextLane(), bay);
    lanes.put(shape, lane);
    return lane;
  }

  private void close(Lane lane) {
    lane.leaveHome();
    lanes.remove(lane.shape, lane);
  }

  /** A new pass begins: a lane that offered jobs in the last one starts from its first again. */
  void rewind(Lane lane) {
    lane.rewind();
    if (lane.jobs.isEmpty()) {
      close(lane);
    }
  }

  /** Opens what is worth another look. */
  void open(long pass, long epoch) {
    for (Bay b : bays) {
      b.open(tree.returns.atBegin(b.pools, pass), epoch);
    }
    if (!overQuota.isEmpty() && (overQuotaSince != givenBack() || overQuotaEpoch != epoch)) {
      for (Lane lane : overQuota) {
        lane.home = lane.bay.open;
        lane.home.add(lane);
      }
      overQuota.clear();
    }
  }

  /** How often something was given back in a queue of the path that has a rule. */
  private long givenBack() {
    long sum = 0;
    for (Queue q = leaf; q != null; q = q.parent()) {
      sum += q.anyRule() ? q.givenBack : 0;
    }
    return sum;
  }

  /** The lane whose next job is first; null = there is none. */
  @Nullable Lane best() {
    Lane best = null;
    for (Bay b : bays) {
      Lane first = b.open.isEmpty() ? null : b.open.first();
      if (first != null
          && first.cursor != null
          && (best == null || Lane.LANES.compare(first, best) < 0)) {
        best = first;
      }
    }
    return best;
  }

  void park(Job job, long epoch) {
    Lane lane = lanes.get(job.shape);
    if (lane != null && lane.home == lane.bay.open) {
      // in a trial the counts are those of a world that may never be
      long returns = tree.trials().recording() ? Bay.AT_ONCE : tree.returns.now(lane.bay.pools);
      lane.bay.park(lane, returns, epoch);
    }
  }

  void parkOverQuota(Job job, long epoch) {
    Lane lane = lanes.get(job.shape);
    if (lane != null && lane.home == lane.bay.open) {
      if (overQuota.isEmpty()) {
        overQuotaSince = givenBack();
        overQuotaEpoch = epoch;
      }
      overQuotaSince = tree.trials().recording() ? Bay.AT_ONCE : overQuotaSince;
      lane.moveTo(overQuota);
    }
  }

  /** Works out every key anew, for another order. */
  void rekeyAll(long now) {
    List<Job> all = new ArrayList<>();
    for (Job job : jobs()) {
      if (!asleep.containsKey(job)) {
        all.add(job);
        remove(job);
      }
    }
    for (Job job : all) {
      tree.key(job, leaf, now);
      insert(job);
    }
    for (Job job : asleep.keySet()) {
      tree.key(job, leaf, now);
    }
  }
}
