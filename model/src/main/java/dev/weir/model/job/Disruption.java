package dev.weir.model.job;

import java.time.Duration;

/**
 * What the job allows to be done to it.
 *
 * @param preemptible false: never taken away by the engine
 * @param stop how it is stopped gently
 * @param grace longest wait for its checkpoint
 * @param protection time after each start in which it is not taken away
 * @param maxPerHour most disruptions in one hour; 0 = the policy's cap alone
 * @param checkpointInterval usual time between complete checkpoints; zero = none are taken
 * @param restart time to load a checkpoint and be at speed again
 * @param elasticInPlace a resize restarts nothing
 */
public record Disruption(
    boolean preemptible,
    StopClass stop,
    Duration grace,
    Duration protection,
    int maxPerHour,
    Duration checkpointInterval,
    Duration restart,
    boolean elasticInPlace) {

  /** Classes of gentle preemption (design of the handshake: docs/concepts.md). */
  public enum StopClass {
    /** Ask, wait for the complete checkpoint, stop. */
    SAVE_THEN_STOP,
    /** Stop, verify the checkpoint after the exit. */
    STOP_THEN_SAVE,
    /** Wait for the next periodic save inside the grace, stop. */
    PERIODIC_ONLY,
    /** Cannot checkpoint: all work since the start is lost; chosen last. */
    CANNOT_CHECKPOINT
  }

  public static final Disruption DEFAULT =
      new Disruption(
          true,
          StopClass.SAVE_THEN_STOP,
          Duration.ofMinutes(5),
          Duration.ZERO,
          0,
          Duration.ofMinutes(30),
          Duration.ofMinutes(1),
          false);

  public Disruption {
    if (grace.isNegative()
        || protection.isNegative()
        || checkpointInterval.isNegative()
        || restart.isNegative()
        || maxPerHour < 0) {
      throw new IllegalArgumentException("times and counts of a disruption rule are 0 or more");
    }
  }

  public Disruption withPreemptible(boolean value) {
    return new Disruption(
        value, stop, grace, protection, maxPerHour, checkpointInterval, restart, elasticInPlace);
  }

  public Disruption withStop(StopClass value) {
    return new Disruption(
        preemptible,
        value,
        grace,
        protection,
        maxPerHour,
        checkpointInterval,
        restart,
        elasticInPlace);
  }
}
