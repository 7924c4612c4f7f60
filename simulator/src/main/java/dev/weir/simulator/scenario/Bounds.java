package dev.weir.simulator.scenario;

import dev.weir.files.bind.Findings;
import java.util.Optional;

/** Bounds of a count. */
final class Bounds {
  private Bounds() {}

  static void check(
      Findings findings,
      Optional<Integer> exactly,
      Optional<Integer> atLeast,
      Optional<Integer> atMost) {
    if (exactly.isEmpty() && atLeast.isEmpty() && atMost.isEmpty()) {
      findings.report("", "says no number", "exactly, atLeast or atMost");
    }
    if (exactly.isPresent() && (atLeast.isPresent() || atMost.isPresent())) {
      findings.report("exactly", "excludes other bounds", "one of the two");
    }
    if (atLeast.isPresent() && atMost.isPresent() && atLeast.get() > atMost.get()) {
      findings.report("atMost", "is less than atLeast", "at least " + atLeast.get());
    }
  }
}
