package dev.weir.engine.improve;

import dev.weir.engine.act.Acts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.place.Placer;
import dev.weir.engine.reclaim.Reclaim;
import java.util.List;
import java.util.function.BiPredicate;

/** The last step of a pass: what the policy allows of growing, moving together and cutting anew. */
public final class Improve {
  /** Part of what is left of the pass's budget that improvements may use. */
  private static final long PART = 4;

  private final Acts acts;
  private final Blocked blocked = new Blocked();
  private final Grow grow;
  private final Consolidate consolidate;
  private final Reshape reshape;

  /**
   * @param quotaAllows whether the queues of the job have room for a charge
   */
  public Improve(Acts acts, Placer placer, Reclaim reclaim, BiPredicate<Job, Charge> quotaAllows) {
    this.acts = acts;
    this.grow = new Grow(acts, placer, quotaAllows);
    this.consolidate = new Consolidate(acts, reclaim);
    this.reshape = new Reshape(acts);
  }

  /** The job found no room in this pass. */
  public void blocked(Job job) {
    blocked.add(job);
  }

  /** Forgets who was looked at when, and who was blocked. */
  public void forget() {
    blocked.forget();
    grow.forget();
    consolidate.forget();
    reshape.forget();
  }

  /** Improves what pays, until a part of the budget is used. */
  public void run(Budget budget) {
    var may = acts.policy().improve();
    if (!may.grow() && !may.consolidate() && !may.reshape()) {
      return;
    }
    Budget part = budget.atMost(budget.left() / PART);
    List<Job> waiting = blocked.waiting();
    if (may.reshape()) {
      waiting.forEach(job -> reshape.reshapeFor(job, part));
    }
    if (may.consolidate()) {
      consolidate.run(waiting, part);
    }
    if (may.grow()) {
      grow.run(waiting, part);
    }
    budget.spend(part.used());
  }
}
