package dev.weir.engine.reclaim;

import dev.weir.engine.act.Acts;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.queue.Exchange;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.queue.QueueTree;
import dev.weir.model.action.Action.StopCause;
import dev.weir.model.id.QueueId;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.policy.PolicySpec.Reclaim;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * On what ground one job may take room from another. Inside a queue: priority, or the policy's
 * order. Between queues: the guarantee or the fair share, judged with the bookings of the moment;
 * priorities have no say there.
 */
final class Grounds {
  private static final Charge NOTHING = new Charge(new int[0], new long[0]);

  private final Acts acts;
  private final QueueTree queues;

  /** A charge that was refused between two queues. */
  private final Map<Pair, Charge> refusals = new HashMap<>();

  private long refusedAt = -1;
  private long refusedThen = -1;
  private @Nullable PolicySpec refusedUnder;

  private record Pair(QueueId to, QueueId from) {}

  Grounds(Acts acts, QueueTree queues) {
    this.acts = acts;
    this.queues = queues;
  }

  Queue queueOf(Job job) {
    Queue queue = queues.find(job.spec.queue());
    if (queue == null) {
      throw new IllegalStateException("queue " + job.spec.queue() + " of " + job + " is gone");
    }
    return queue;
  }

  /** A quick no for a whole queue: whether any of its jobs could have to give. */
  boolean possible(Job taker, Charge gets, Queue from, int lowestPriority) {
    Reclaim may = acts.policy().reclaim();
    Queue to = queueOf(taker);
    if (to == from || !acts.policy().fairness()) {
      return may.order() || may.priority() && to == from && lowestPriority < taker.priority;
    }
    if (refused(to, from, gets)) {
      return false;
    }
    // what one victim takes along is not known yet: with nothing the condition is the weakest
    Exchange exchange = new Exchange(queues, to, gets, from, NOTHING);
    boolean possible =
        may.guarantee() && exchange.byGuarantee() || may.share() && exchange.byShare(acts.now());
    if (!possible) {
      refusals.put(new Pair(to.id, from.id), gets);
    }
    return possible;
  }

  /**
   * Whether a job of the queue that gets no more was refused when all was booked as it is now: who
   * gets more has less of a ground. Most blocked jobs of a pass are told so.
   */
  private boolean refused(Queue to, Queue from, Charge gets) {
    if (refusedAt != queues.bookings()
        || refusedThen != acts.now()
        || refusedUnder != acts.policy()) {
      refusals.clear();
      refusedAt = queues.bookings();
      refusedThen = acts.now();
      refusedUnder = acts.policy();
    }
    Charge less = refusals.get(new Pair(to.id, from.id));
    return less != null && gets.asMuchAs(less);
  }

  /** The ground, if there is one, while the victim is booked and the taker is not. */
  Optional<StopCause> of(Job taker, Charge gets, Victim victim) {
    Reclaim may = acts.policy().reclaim();
    Queue to = queueOf(taker);
    Queue from = queueOf(victim.job());
    if (to == from || !acts.policy().fairness()) {
      boolean outranks = to == from && taker.priority > victim.job().priority;
      boolean earlier = may.order() && acts.behindInOrder(victim.job(), taker);
      return may.priority() && outranks || earlier
          ? Optional.of(StopCause.PRIORITY)
          : Optional.empty();
    }
    Exchange exchange = new Exchange(queues, to, gets, from, victim.holding().charge);
    if (may.guarantee() && exchange.byGuarantee()) {
      return Optional.of(StopCause.RECLAIM_GUARANTEE);
    }
    return may.share() && exchange.byShare(acts.now())
        ? Optional.of(StopCause.RECLAIM_SHARE)
        : Optional.empty();
  }
}
