package dev.weir.checkpoint.protocol;

/**
 * What a job says it has saved. A claim: a detector decides.
 *
 * @param path as the job gave it, absolute or relative to its checkpoint folder
 */
public record CheckpointDone(long step, String path) {

  /** Whether this answers the request. */
  public boolean answers(CheckpointRequest request) {
    return step >= request.minStep();
  }
}
