package dev.weir.engine.pass;

import dev.weir.engine.backfill.PlannedStarts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;

/** The strategies of a pass that look ahead or take away. */
public record Strategists(PlannedStarts plans, Reclaim reclaim, Improve improve) {

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
