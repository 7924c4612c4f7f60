package dev.weir.engine.backfill;

import dev.weir.engine.act.Acts;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.queue.Queue;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of two waiting jobs stands before the other. Inside a leaf: priority where the order knows
 * it, then the order's key, then submission. Between queues under fairness: where their paths part,
 * the side that stays inside its guarantee, then the side with the smaller share, then the order of
 * configuration.
 */
public final class Standing {
  private final Acts acts;

  public Standing(Acts acts) {
    this.acts = acts;
  }

  public boolean before(Job a, Job b) {
    Queue x = acts.queueOf(a);
    Queue y = acts.queueOf(b);
    if (x == y || !acts.policy().fairness()) {
      return inOrder(a, b) < 0;
    }
    int c = bySide(a, x, b, y);
    return c < 0;
  }

  /** The order inside one leaf. */
  static int inOrder(Job a, Job b) {
    int c = Integer.compare(b.orderPriority, a.orderPriority);
    c = c != 0 ? c : Double.compare(a.orderKey, b.orderKey);
    return c != 0 ? c : Long.compare(a.sequence, b.sequence);
  }

  private int bySide(Job a, Queue x, Job b, Queue y) {
    List<Queue> up = path(x);
    List<Queue> other = path(y);
    int i = up.size() - 1;
    int j = other.size() - 1;
    while (i > 0 && j > 0 && up.get(i) == other.get(j)) {
      i--;
      j--;
    }
    Queue left = up.get(i);
    Queue right = other.get(j);
    Charge needA = acts.queues().leastCharge().of(a.shape);
    Charge needB = acts.queues().leastCharge().of(b.shape);
    int c = Boolean.compare(right.withinGuarantee(needB), left.withinGuarantee(needA));
    if (c == 0) {
      c =
          Double.compare(
              acts.queues().share(left, acts.now()), acts.queues().share(right, acts.now()));
    }
    List<Queue> all = acts.queues().queues();
    return c != 0 ? c : Integer.compare(all.indexOf(left), all.indexOf(right));
  }

  private static List<Queue> path(Queue leaf) {
    List<Queue> path = new ArrayList<>();
    for (Queue q = leaf; q != null; q = q.parent()) {
      path.add(q);
    }
    return path;
  }
}
