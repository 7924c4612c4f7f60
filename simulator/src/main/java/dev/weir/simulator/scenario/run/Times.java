package dev.weir.simulator.scenario.run;

import dev.weir.files.bind.Durations;
import java.time.Duration;

/** Times of a scenario, as people write them. */
final class Times {
  private Times() {}

  static String of(long millis) {
    return Durations.format(Duration.ofMillis(millis));
  }
}
