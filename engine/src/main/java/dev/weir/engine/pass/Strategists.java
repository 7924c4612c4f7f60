package dev.weir.engine.pass;

import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;

/** The strategies of a pass that look ahead or take away. */
public record Strategists(Backfill backfill, Reclaim reclaim, Improve improve) {

  /** Nothing is planned, taken or improved. */
  public static Strategists none() {
    return new Strategists(
        new Backfill() {
          @Override
          public void review(Budget budget) {}

          @Override
          public boolean plan(Job job, Budget budget) {
            return false;
          }
        },
        (job, budget) -> false,
        budget -> {});
  }

  /** Planned starts. */
  public interface Backfill {
    /** Re-plans what no longer holds. */
    void review(Budget budget);

    /** Plans the start of a blocked job; whether it has a planned start now. */
    boolean plan(Job job, Budget budget);
  }

  /** Taking room from running jobs. */
  public interface Reclaim {
    /** Makes room for a blocked job; whether running jobs are making room for it now. */
    boolean makeRoom(Job job, Budget budget);
  }

  /** Doing something for running jobs. */
  public interface Improve {
    void improve(Budget budget);
  }
}
