package dev.weir.benchmarks;

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
    double wallSeconds) {}
