package dev.weir.model.job;

/** What a job is for. */
public enum JobKind {
  TRAINING,
  INFERENCE,
  INTERACTIVE,
  BATCH
}
