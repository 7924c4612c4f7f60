package dev.weir.model.job;

import java.time.Instant;
import java.util.Optional;

/**
 * When a job may run.
 *
 * @param notBefore earliest start
 * @param deadline the job should have ended by then
 */
public record StartWindow(Optional<Instant> notBefore, Optional<Instant> deadline) {
  public static final StartWindow ALWAYS = new StartWindow(Optional.empty(), Optional.empty());

  public StartWindow {
    if (notBefore.isPresent() && deadline.isPresent() && !deadline.get().isAfter(notBefore.get())) {
      throw new IllegalArgumentException(
          "the deadline " + deadline.get() + " is not after notBefore " + notBefore.get());
    }
  }
}
