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
      (a, b) ->
          JobLine.compare(
              a.orderPriority, a.orderKey, a.sequence, b.orderPriority, b.orderKey, b.sequence);

  /** The order of lanes: by the job they offer next; those that offer none come last. */
  static final Comparator<Lane> LANES =
      (a, b) -> {
        if (a.cursor == null || b.cursor == null) {
          int c = Boolean.compare(a.cursor == null, b.cursor == null);
          return c != 0 ? c : Long.compare(a.number, b.number);
        }
        // sequences differ between jobs, so that no two lanes tie
        return JobLine.compare(a.priority, a.key, a.sequence, b.priority, b.key, b.sequence);
      };

  final Job.Shape shape;
  final Charge leastCharge;
  final long number;
  final Bay bay;
  final JobLine jobs = new JobLine();

  /** Where it is kept: among the open or the parked lanes of its bay, or with those over quota. */
  TreeSet<Lane> home;

  @Nullable Job cursor;

  /** The cursor's place, beside the lane, where comparisons find it. */
  private int priority;

  private double key;
  private long sequence;

  /** Just offered and out of its home: most lanes move on from there, and come back only once. */
  private boolean floating;

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
    home.add(this);
  }

  private void pointTo(@Nullable Job job) {
    if (!floating) {
      home.remove(this);
    }
    cursor = job;
    if (job != null) {
      priority = job.orderPriority;
      key = job.orderKey;
      sequence = job.sequence;
    }
    if (!floating) {
      home.add(this);
    }
  }

  void leaveHome() {
    home.remove(this);
  }

  /** Back among the others after an offer. */
  void land() {
    if (floating) {
      floating = false;
      home.add(this);
    }
  }

  void moveTo(TreeSet<Lane> other) {
    if (!floating) {
      home.remove(this);
    }
    floating = false;
    home = other;
    home.add(this);
  }

  void add(Job job) {
    if (!jobs.add(job)) {
      throw new IllegalStateException("job " + job.id() + " waits already");
    }
    Job c = cursor;
    if ((!touched || afterLast(job)) && (c == null || JOBS.compare(job, c) < 0)) {
      pointTo(job);
    }
  }

  void remove(Job job) {
    if (!jobs.remove(job)) {
      throw new IllegalStateException("job " + job.id() + " does not wait");
    }
    if (job == cursor) {
      pointTo(jobs.after(priority, key, sequence));
    }
  }

  private boolean afterLast(Job job) {
    return JobLine.compare(
            job.orderPriority, job.orderKey, job.sequence, lastPriority, lastKey, lastSequence)
        > 0;
  }

  /** The cursor's job was offered: moves on, and floats until {@link #land} or a move. */
  void offered() {
    if (cursor == null) {
      throw new IllegalStateException("the lane offers nobody");
    }
    touched = true;
    lastPriority = priority;
    lastKey = key;
    lastSequence = sequence;
    home.remove(this);
    floating = true;
    pointTo(jobs.after(priority, key, sequence));
  }

  /** A new pass begins. */
  void rewind() {
    land();
    touched = false;
    pointTo(jobs.first());
  }
}
