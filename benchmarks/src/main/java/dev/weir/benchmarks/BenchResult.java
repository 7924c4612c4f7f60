package dev.weir.benchmarks;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One measured line.
 *
 * @param name for example {@code place-1}, {@code gang-64}, {@code verdict-unfit}
 * @param nodes nodes of the fleet
 * @param devices devices of the fleet
 * @param jobs jobs known to the engine during the measurement
 * @param opsPerSecond operations per second of wall time
 * @param p50Millis median of one pass or one operation, as the name says
 * @param p99Millis 99th percentile of the same
 * @param heapMegabytes live heap after a collection
 * @param wallSeconds length of the measurement
 * @param more further figures by name, for example {@code mean_gap}
 */
public record BenchResult(
    String name,
    long nodes,
    long devices,
    long jobs,
    double opsPerSecond,
    double p50Millis,
    double p99Millis,
    long heapMegabytes,
    double wallSeconds,
    SortedMap<String, Double> more) {
  public BenchResult {
    more = Collections.unmodifiableSortedMap(new TreeMap<>(more));
  }

  /** This line with further figures. */
  BenchResult with(Map<String, Double> figures) {
    return new BenchResult(
        name,
        nodes,
        devices,
        jobs,
        opsPerSecond,
        p50Millis,
        p99Millis,
        heapMegabytes,
        wallSeconds,
        new TreeMap<>(figures));
  }
}
