package dev.weir.simulator.metrics;

import java.util.Map;

/** Figures by key; what is no number (nothing was measured) is left out. */
record Figures(Map<String, Double> values) {
  void put(Metric metric, double value) {
    if (!Double.isNaN(value) && !Double.isInfinite(value)) {
      values.put(metric.key(), value);
    }
  }
}
