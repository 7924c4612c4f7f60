package dev.weir.simulator.world;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Speed factors are finite and more than 0; a table of them is sorted and cannot be changed. */
final class Factors {
  private Factors() {}

  static Map<String, Double> copy(String row, Map<String, Double> factors) {
    factors.forEach((name, factor) -> check(row + "." + name, factor));
    return Collections.unmodifiableMap(new TreeMap<>(factors));
  }

  static void check(String where, double factor) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "a speed factor is more than 0, not " + factor + " (" + where + ")");
    }
  }
}
