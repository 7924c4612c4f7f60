package dev.weir.model.job;

import dev.weir.model.id.JobId;

/** A job that must have ended first. */
public record Dependency(JobId job, Condition condition) {
  /** How the other job must have ended. */
  public enum Condition {
    /** Completed. */
    SUCCEEDED,
    /** Failed or cancelled. */
    FAILED,
    /** Ended in any way. */
    ENDED
  }
}
