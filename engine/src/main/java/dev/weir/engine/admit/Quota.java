package dev.weir.engine.admit;

import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.queue.Queue;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Change;
import dev.weir.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Limits of all queues on a path, and guarantees for what cannot be preempted. */
final class Quota {
  private final Resources resources;

  Quota(Resources resources) {
    this.resources = resources;
  }

  boolean exceeds(Queue leaf, Charge charge, boolean preemptible) {
    for (Queue q = leaf; q != null; q = q.parent()) {
      for (int i = 0; i < charge.resources().length; i++) {
        int r = charge.resources()[i];
        long asked = charge.amounts()[i];
        if (asked > 0
            && (overLimit(q, r, asked)
                || (!preemptible && overGuarantee(q, below(leaf, q), r, asked)))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean overLimit(Queue q, int r, long asked) {
    long limit = q.limit(r);
    return limit != Queue.UNSAID && q.booked(r) + asked > limit;
  }

  /**
   * Every child's guarantee is kept free for its own jobs, so that what cannot be preempted may use
   * of the parent's guarantee only what the other children are not promised.
   */
  private static boolean overGuarantee(Queue q, Queue child, int r, long asked) {
    long most = q.guaranteed(r);
    return most != Queue.UNSAID && committed(q, child, r, asked) > most;
  }

  /** Not-preemptible bookings and promises to children, with the job's {@code asked}. */
  private static long committed(Queue q, Queue child, int r, long asked) {
    if (q.leaf()) {
      return q.bookedUnpreemptible(r) + asked;
    }
    long sum = 0;
    for (Queue c : q.children()) {
      long promised = c.guaranteed(r) == Queue.UNSAID ? 0 : c.guaranteed(r);
      sum += Math.max(promised, c.bookedUnpreemptible(r) + (c == child ? asked : 0));
    }
    return sum;
  }

  /** The queue of the leaf's path that is a child of {@code q}; the leaf itself for the leaf. */
  private static Queue below(Queue leaf, Queue q) {
    Queue c = leaf;
    for (Queue p = c.parent(); c != q && p != null && p != q; p = c.parent()) {
      c = p;
    }
    return c;
  }

  Optional<Verdict> refusal(Queue leaf, Charge charge, boolean preemptible) {
    if (!exceeds(leaf, charge, preemptible)) {
      return Optional.empty();
    }
    List<Blocker> blockers = new ArrayList<>();
    List<Change.HigherLimit> raises = new ArrayList<>();
    for (Queue q = leaf; q != null; q = q.parent()) {
      for (int i = 0; i < charge.resources().length; i++) {
        int r = charge.resources()[i];
        long asked = charge.amounts()[i];
        String name = resources.name(r);
        if (asked > 0 && overLimit(q, r, asked)) {
          blockers.add(new Blocker.QueueLimit(q.id, name, asked, q.booked(r), q.limit(r)));
          raises.add(new Change.HigherLimit(q.id, name, q.booked(r) + asked));
        }
        if (asked > 0 && !preemptible && overGuarantee(q, below(leaf, q), r, asked)) {
          long used = committed(q, below(leaf, q), r, asked) - asked;
          blockers.add(
              new Blocker.GuaranteeOfUnpreemptible(
                  q.id, name, asked, Math.max(0, used), q.guaranteed(r)));
        }
      }
    }
    return Optional.of(new Verdict(first(blockers), change(blockers, raises)));
  }

  /** What can never be removed by waiting is the more telling. */
  private static Blocker first(List<Blocker> blockers) {
    return blockers.stream().filter(Blocker::forEver).findFirst().orElse(blockers.getFirst());
  }

  /** One raise where one will do; otherwise everything that has to be raised. */
  private static Optional<Change> change(List<Blocker> blockers, List<Change.HigherLimit> raises) {
    if (raises.isEmpty()) {
      return Optional.of(new Change.Act("allow it to be preempted, or raise the guarantee"));
    }
    if (blockers.size() == 1) {
      return Optional.of(raises.getFirst());
    }
    if (raises.size() < blockers.size()) {
      return Optional.empty();
    }
    return Optional.of(
        new Change.Act(
            "all of this would do: "
                + String.join(", ", raises.stream().map(Change.HigherLimit::sentence).toList())));
  }
}
