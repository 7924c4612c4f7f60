package dev.weir.model.job;

/** Where a job is in its life. */
public enum JobState {
  QUEUED,
  STARTING,
  RUNNING,
  CHECKPOINTING,
  SUSPENDED,
  RESIZING,
  RESTARTING,
  CANCELLING,
  COMPLETED,
  FAILED,
  CANCELLED,
  REJECTED;

  public boolean ended() {
    return this == COMPLETED || this == FAILED || this == CANCELLED || this == REJECTED;
  }

  /** Whether the job waits for room. */
  public boolean waiting() {
    return this == QUEUED;
  }

  /** Whether the job holds room. */
  public boolean holdsRoom() {
    return switch (this) {
      case STARTING, RUNNING, CHECKPOINTING, RESIZING, RESTARTING, CANCELLING -> true;
      case QUEUED, SUSPENDED, COMPLETED, FAILED, CANCELLED, REJECTED -> false;
    };
  }
}
