package dev.weir.engine.reclaim;

import dev.weir.engine.act.Acts;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.queue.Exchange;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.queue.QueueTree;
import dev.weir.model.action.Action.StopCause;
import dev.weir.model.policy.PolicySpec.Reclaim;
import java.util.Optional;

/**
 * On what ground one job may take room from another. Inside a queue: priority, or the policy's
 * order. Between queues: the guarantee or the fair share, judged with the bookings of the moment;
 * priorities have no say there.
 */
final class Grounds {
  private static final Charge NOTHING = new Charge(new int[0], new long[0]);

  private final Acts acts;
  private final QueueTree queues;

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
    // what one victim takes along is not known yet: with nothing the condition is the weakest
    Exchange exchange = new Exchange(queues, to, gets, from, NOTHING);
    return may.guarantee() && exchange.byGuarantee() || may.share() && exchange.byShare(acts.now());
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
