package dev.weir.engine.backfill;

import dev.weir.model.action.Action;
import dev.weir.model.action.Action.PlanCause;
import dev.weir.model.id.JobId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The promise that backfill makes, as a check: no planned start moves later or vanishes in a pass
 * unless a cause was recorded that is not backfill.
 */
public final class Moves {
  private Moves() {}

  /**
   * @param before planned starts before the pass, ms by job
   * @param after the same after it
   * @param actions what the pass decided
   * @return one sentence for each planned start that was delayed without a cause
   */
  public static List<String> unexplained(
      Map<JobId, Long> before, Map<JobId, Long> after, List<Action> actions) {
    Set<JobId> explained = new LinkedHashSet<>();
    for (Action action : actions) {
      switch (action) {
        case Action.Start start -> explained.add(start.allocation().job());
        case Action.Reject reject -> explained.add(reject.job());
        case Action.Fail fail -> explained.add(fail.job());
        case Action.Plan plan -> {
          if (explains(plan.cause())) {
            explained.add(plan.job());
          }
        }
        case Action.Stop stop -> {}
        case Action.Resize resize -> {}
        case Action.ReshapeMig reshape -> {}
      }
    }
    List<String> found = new ArrayList<>();
    before.forEach(
        (job, at) -> {
          Long now = after.get(job);
          if (!explained.contains(job) && (now == null || now > at)) {
            found.add(
                "planned start of job %s moved from %d to %s without a cause"
                    .formatted(job, at, now == null ? "nowhere" : now));
          }
        });
    return found;
  }

  private static boolean explains(PlanCause cause) {
    return switch (cause) {
      case NEW, EARLIER -> false;
      case FREED, OVERRUN, CAPACITY, HIGHER_PRIORITY, RECLAIM, PERSON, DONE -> true;
    };
  }
}
