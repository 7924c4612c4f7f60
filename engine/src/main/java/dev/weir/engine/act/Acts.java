package dev.weir.engine.act;

import dev.weir.engine.claim.Claims;
import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.model.action.Action;
import dev.weir.model.policy.PolicySpec;

/**
 * The state as backfill, reclaim and improve see it, and the deeds they may do. A deed inside a
 * trial is undone with it, its recorded action as well.
 */
public interface Acts {
  /** Journal time of the pass. */
  long now();

  PolicySpec policy();

  Ledger ledger();

  Jobs jobs();

  Claims claims();

  /**
   * When a run of the job that begins at {@code from} ends, on the policy's basis; {@link
   * Long#MAX_VALUE} = never. Always after {@code from}.
   */
  long expectedEnd(Job job, long from);

  /** Whether waiting job {@code a} stands before waiting job {@code b} in the policy's order. */
  boolean before(Job a, Job b);

  /** Whether the engine's order puts the running job behind the waiting one. */
  boolean behindInOrder(Job running, Job waiting);

  /**
   * Inside a trial: the room and the quota of a running job come back, without any transition. Used
   * to find out what would be possible.
   */
  void lift(Holding holding);

  /**
   * A planned start is set, moved or dropped. Sets {@code job.planned} and its claim: {@code
   * PLANNED} from the start on, or {@code FREED} from now on while room is being freed for the job
   * ({@code Stop} and {@code Resize} that name it, or {@link Action.PlanCause#RECLAIM}).
   */
  void plan(Action.Plan plan);

  /** A running job is told to stop; its expected end becomes now + grace. */
  void stop(Action.Stop stop);

  /** A running job gets other tasks. What it gives up stays booked until the world has reported. */
  void resize(Action.Resize resize);

  /** An idle device gets another MIG layout. */
  void reshape(Action.ReshapeMig reshape);
}
