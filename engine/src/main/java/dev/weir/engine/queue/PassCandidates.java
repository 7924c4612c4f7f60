package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import org.jspecify.annotations.Nullable;

/**
 * A tournament over the tree: every queue knows the candidate that it would send and its rank, and
 * works them out anew only where something changed. One candidate costs the children along one
 * path.
 */
final class PassCandidates implements Candidates {
  private final QueueTree tree;
  private final Queue root;
  private final boolean fairness;
  private final long pass;
  private final long now;
  private final long epoch;

  /** The lane of the job offered last. */
  private @Nullable Lane last;

  PassCandidates(QueueTree tree, Queue root, boolean fairness, long pass, long now, long epoch) {
    this.tree = tree;
    this.root = root;
    this.fairness = fairness;
    this.pass = pass;
    this.now = now;
    this.epoch = epoch;
  }

  @Override
  public @Nullable Job next() {
    if (last != null) {
      last.land();
      last = null;
    }
    Job job = best(root);
    if (job != null) {
      Queue leaf = leafOf(root);
      Lane lane = leaf.turn.lane;
      if (lane == null) {
        throw new IllegalStateException("queue " + leaf.id + " sends a job without a lane");
      }
      tree.offered(leaf, lane);
      last = lane;
      forget(leaf);
    }
    return job;
  }

  private static Queue leafOf(Queue queue) {
    Queue q = queue;
    while (!q.leaf()) {
      for (Queue c : q.children) {
        if (c.turn.best == q.turn.best) {
          q = c;
          break;
        }
      }
    }
    return q;
  }

  private @Nullable Job best(Queue queue) {
    Turn turn = queue.turn;
    if (turn.knownIn(pass)) {
      return turn.best;
    }
    turn.pass = pass;
    turn.best = null;
    turn.lane = null;
    if (turn.skippedIn == pass) {
      return null;
    }
    if (queue.leaf()) {
      Lane lane = queue.waiting.best();
      turn.lane = lane;
      turn.best = lane == null ? null : lane.cursor;
    } else {
      Queue first = null;
      for (Queue child : queue.children) {
        if (best(child) != null && (first == null || before(child.turn, first.turn))) {
          first = child;
        }
      }
      turn.best = first == null ? null : first.turn.best;
      turn.lane = first == null ? null : first.turn.lane;
    }
    if (fairness && queue != root) {
      rank(queue, turn);
    }
    return turn.best;
  }

  /** Ties leave the earlier of the configuration in front. */
  private boolean before(Turn a, Turn b) {
    if (!fairness) {
      Job x = a.best;
      Job y = b.best;
      return x != null && y != null && Lane.JOBS.compare(x, y) < 0;
    }
    return a.guaranteed != b.guaranteed ? a.guaranteed : a.rank < b.rank;
  }

  private void rank(Queue queue, Turn turn) {
    Lane lane = turn.lane;
    if (lane == null) {
      return;
    }
    turn.guaranteed = queue.withinGuarantee(lane.leastCharge);
    if (turn.guaranteed) {
      turn.rank = queue.guaranteeRatio(lane.leastCharge);
      return;
    }
    if (turn.shareIn != pass) {
      turn.share = tree.share(queue, now);
      turn.shareIn = pass;
    }
    turn.rank = turn.share;
  }

  private void forget(Queue leaf) {
    for (Queue q = leaf; q != null; q = q.above) {
      q.turn.forget();
    }
  }

  @Override
  public void skipJob(Job job) {
    // it has been offered, and no job is offered twice
  }

  @Override
  public void skipShape(Job job) {
    Queue leaf = leaf(job);
    leaf.waiting.park(job, epoch);
    forget(leaf);
  }

  @Override
  public void skipQuota(Job job) {
    Queue leaf = leaf(job);
    leaf.waiting.parkOverQuota(job, epoch);
    forget(leaf);
  }

  private Queue leaf(Job job) {
    Queue leaf = tree.find(job.spec.queue());
    if (leaf == null) {
      throw new IllegalStateException("job " + job.id() + " is in no queue");
    }
    return leaf;
  }

  @Override
  public void skipQueue(Queue queue) {
    queue.turn.skippedIn = pass;
    forget(queue);
  }
}
