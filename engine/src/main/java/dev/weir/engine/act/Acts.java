package dev.weir.engine.act;

import dev.weir.engine.claim.Claims;
import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.queue.QueueTree;
import dev.weir.model.action.Action.PlanCause;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.action.Action.ResizeCause;
import dev.weir.model.action.Action.StopCause;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.id.JobId;
import dev.weir.model.policy.PolicySpec;
import java.util.List;
import java.util.Optional;

/**
 * The state as backfill, reclaim and improve see it, and the deeds they may do. Questions may be
 * asked inside a trial; deeds are done outside of any, when all has been proven.
 */
public interface Acts {
  /** Journal time of the pass. */
  long now();

  PolicySpec policy();

  Ledger ledger();

  Jobs jobs();

  Claims claims();

  QueueTree queues();

  /** The job's queue, a leaf. */
  Queue queueOf(Job job);

  /**
   * When a run of the job that begins at {@code from} ends, on the policy's basis; {@link
   * Long#MAX_VALUE} = never. Always after {@code from}.
   */
  long expectedEnd(Job job, long from);

  /** The job's key under the policy's order at this moment, smaller first; also of running jobs. */
  double orderKey(Job job);

  /**
   * Inside a trial only: the room and the quota of a running job come back, without any transition.
   * Used to find out what would be possible.
   */
  void lift(Job running);

  /**
   * A planned start is set, moved or dropped (empty). With cause {@code FREED} the room is the
   * job's from now on, otherwise from the start on.
   */
  void plan(Job job, Optional<PlannedStart> planned, PlanCause cause);

  /** A running job is told to stop; its expected end becomes now + grace. */
  void stop(Job job, boolean gentle, StopCause cause, Optional<JobId> beneficiary);

  /**
   * A running job gets other tasks. Those that it does not hold yet are booked already; those that
   * it gives up stay booked until the world has reported.
   */
  void resize(Job job, List<Holding.Place> places, boolean inPlace, ResizeCause cause);

  /** An idle device gets another MIG layout. */
  void reshape(Node node, int device, List<MigInstance> layout);
}
