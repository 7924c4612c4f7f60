package dev.weir.driver.local.stop;

import java.time.Duration;

/**
 * For how long things are waited for.
 *
 * @param term after SIGTERM to a task that has nothing to save
 * @param hearing until a job that was asked for a checkpoint and shows no sign of listening gets
 *     SIGTERM instead
 * @param claim until a supervisor that was started must have begun
 */
public record Patience(Duration term, Duration hearing, Duration claim) {
  public static final Patience USUAL =
      new Patience(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(30));
}
