package dev.weir.checkpoint.detect;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is known of a job's checkpoints before one is looked at.
 *
 * @param world processes that save together, where the job has said it or an earlier checkpoint
 *     shows it
 * @param bytes size of the newest verified checkpoint
 */
public record Expected(OptionalInt world, OptionalLong bytes) {
  /** Nothing is known yet. */
  public static final Expected NOTHING = new Expected(OptionalInt.empty(), OptionalLong.empty());

  /** So many processes save together. */
  public static Expected world(int processes) {
    return new Expected(OptionalInt.of(processes), OptionalLong.empty());
  }
}
