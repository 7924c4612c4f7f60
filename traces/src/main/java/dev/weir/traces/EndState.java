package dev.weir.traces;

/** How a job of a trace ended. */
public enum EndState {
  COMPLETED,
  FAILED,
  /** Taken away by a person or before it ever ran. */
  CANCELLED,
  /** Still running when the recording ended: its duration is a lower bound. */
  RUNNING
}
