package dev.weir.driver.local.telemetry;

import dev.weir.driver.local.inventory.Metric;
import java.time.Instant;

/**
 * One measured value, in the metric's unit.
 *
 * @param subject what was measured
 */
public record Sample(Instant time, Subject subject, Metric metric, double value) {
  /** What can be measured. */
  public sealed interface Subject {
    /** A device of this node, by its position. */
    record Device(int position) implements Subject {}

    /**
     * A task, by the name that whoever started it gave it; its allocation and number for example.
     */
    record Task(String name) implements Subject {}
  }
}
