package dev.weir.engine.queue;

import dev.weir.engine.ledger.Charge;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether one queue may take room back from another. Judged where their paths meet, by the two
 * siblings below that queue, with the bookings of the moment: what was taken for the same job
 * before must be given back already, and the taker's charge must not be booked yet.
 *
 * <p>Both grounds come to rest. By guarantee, every exchange shrinks what is booked above
 * guarantees: the victim's side was above its own and the taker's side is not above its own
 * afterwards, and so is no victim by guarantee. By share, the taker's side does not end above the
 * victim's, so that the larger of the two shares shrinks and nobody can take it back; and the
 * victim keeps its guarantee, so that it cannot either. Priorities have no say between queues.
 *
 * @param gets what the taker's job is charged, in full
 * @param loses what one victim of the other queue is charged
 */
public record Exchange(QueueTree tree, Queue taker, Charge gets, Queue victim, Charge loses) {

  /** The siblings at which the two paths part. */
  private record Siblings(Queue taker, Queue victim) {}

  /** Whether both are one queue, in which only priority and order decide. */
  public boolean sameQueue() {
    return taker == victim;
  }

  /**
   * The taker's side stays inside its guarantee, and the victim is above its own there and on the
   * whole way down to the leaf.
   */
  public boolean byGuarantee() {
    if (sameQueue()) {
      return false;
    }
    Siblings s = siblings();
    if (!s.taker.withinGuarantee(gets)) {
      return false;
    }
    for (Queue q = victim; q != null; q = q.above) {
      if (!q.aboveGuarantee(loses)) {
        return false;
      }
      if (q == s.victim) {
        return true;
      }
    }
    return false;
  }

  /**
   * After the exchange the victim's share is smaller and the taker's is not above it, by bookings
   * and by remembered usage, and the victim and all queues above it up to the fork keep their
   * guarantees.
   */
  public boolean byShare(long now) {
    if (sameQueue()) {
      return false;
    }
    Siblings s = siblings();
    for (Queue q = victim; q != s.victim.above && q != null; q = q.above) {
      if (!q.keepsGuarantee(loses)) {
        return false;
      }
    }
    double left = after(s.victim, loses, -1, false, now);
    // what does not make the victim's share smaller is not where it is above
    boolean narrows =
        after(s.taker, gets, 1, false, now) <= left
            && (loses.resources().length == 0 || left < tree.bookedShare(s.victim));
    return narrows && after(s.taker, gets, 1, true, now) <= after(s.victim, loses, -1, true, now);
  }

  private double after(Queue queue, Charge charge, int sign, boolean remembered, long now) {
    return tree.shareWith(queue, charge, sign, remembered, now);
  }

  private Siblings siblings() {
    List<Queue> path = new ArrayList<>();
    for (Queue q = taker; q != null; q = q.above) {
      path.add(q);
    }
    for (Queue q = victim; q != null; q = q.above) {
      int meet = path.indexOf(q.above);
      if (meet > 0) {
        return new Siblings(path.get(meet - 1), q);
      }
    }
    throw new IllegalStateException(taker + " and " + victim + " are not of one tree");
  }
}
