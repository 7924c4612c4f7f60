package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.model.verdict.Verdict;
import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of one queue and shape, in the policy's order, with a cursor: the job that is
 * offered next in this pass. Jobs that come to stand at or before one already offered wait for the
 * next pass.
 */
final class Lane {
  /** The order of jobs: higher priority, smaller key, earlier submission. */
  static final Comparator<Job> JOBS =
      (a, b) -> {
        int c = Integer.compare(b.orderPriority, a.orderPriority);
        c = c != 0 ? c : Double.compare(a.orderKey, b.orderKey);
        return c != 0 ? c : Long.compare(a.sequence, b.sequence);
      };

  /** The order of lanes: by the job they offer next; those that offer none come last. */
  static final Comparator<Lane> LANES =
      (a, b) -> {
        Job x = a.cursor;
        Job y = b.cursor;
        int c = x == null || y == null ? Boolean.compare(x == null, y == null) : JOBS.compare(x, y);
        return c != 0 ? c : Long.compare(a.number, b.number);
      };

  final Job.Shape shape;
  final Charge leastCharge;
  final long number;
  final Bay bay;
  final TreeSet<Job> jobs = new TreeSet<>(JOBS);

  /** Where it is kept: among the open or the parked lanes of its bay, or with those over quota. */
  TreeSet<Lane> home;

  @Nullable Job cursor;

  /** Whether a job was offered in this pass, and which place the last one had. */
  boolean touched;

  private int lastPriority;
  private double lastKey;
  private long lastSequence;

  /** Why its jobs do not start. */
  @Nullable Verdict verdict;

  Lane(Job.Shape shape, Charge leastCharge, long number, Bay bay) {
    this.shape = shape;
    this.leastCharge = leastCharge;
    this.number = number;
    this.bay = bay;
    this.home = bay.open;
  }

  /** Puts the lane where it belongs after a change; the caller has taken it out before. */
  void settle() {
    home.add(this);
  }

  void takeOut() {
    home.remove(this);
  }

  void moveTo(TreeSet<Lane> other) {
    home.remove(this);
    home = other;
    home.add(this);
  }

  void add(Job job) {
    if (!jobs.add(job)) {
      throw new IllegalStateException("job " + job.id() + " waits already");
    }
    Job c = cursor;
    if ((!touched || afterLast(job)) && (c == null || JOBS.compare(job, c) < 0)) {
      takeOut();
      cursor = job;
      settle();
    }
  }

  void remove(Job job) {
    if (!jobs.contains(job)) {
      throw new IllegalStateException("job " + job.id() + " does not wait");
    }
    if (job == cursor) {
      takeOut();
      cursor = jobs.higher(job);
      settle();
    }
    jobs.remove(job);
  }

  private boolean afterLast(Job job) {
    int c = Integer.compare(lastPriority, job.orderPriority);
    c = c != 0 ? c : Double.compare(job.orderKey, lastKey);
    return (c != 0 ? c : Long.compare(job.sequence, lastSequence)) > 0;
  }

  /** The cursor's job was offered: moves on. */
  void offered() {
    Job job = cursor;
    if (job == null) {
      throw new IllegalStateException("the lane offers nobody");
    }
    touched = true;
    lastPriority = job.orderPriority;
    lastKey = job.orderKey;
    lastSequence = job.sequence;
    takeOut();
    cursor = jobs.higher(job);
    settle();
  }

  /** A new pass begins. */
  void rewind() {
    takeOut();
    touched = false;
    cursor = jobs.isEmpty() ? null : jobs.first();
    settle();
  }
}
