package dev.weir.simulator.metrics;

import java.util.Arrays;

/**
 * A quantity over time in a bounded number of equal buckets: each holds the integral of what was
 * added. When time runs beyond the last bucket, buckets are joined in pairs and become twice as
 * wide, so that neither the length of a run nor the number of events costs memory.
 */
public final class TimeSeries {
  private static final int BUCKETS = 512;

  private final long start;
  private final long until;
  private double[] integrals = new double[BUCKETS];
  private long width;
  private long end;

  /**
   * @param start first moment, ms
   * @param width first width of a bucket, ms
   */
  public TimeSeries(long start, long width) {
    this(start, width, Long.MAX_VALUE);
  }

  /**
   * A series that leaves out what comes late, so that a long tail does not make the buckets wide.
   *
   * @param start first moment, ms
   * @param width first width of a bucket, ms
   * @param until nothing after this moment is kept, ms
   */
  public TimeSeries(long start, long width, long until) {
    if (width < 1) {
      throw new IllegalArgumentException("a bucket is at least 1 ms wide, not " + width);
    }
    this.start = start;
    this.width = width;
    this.until = until;
    this.end = start;
  }

  /** Adds a value that held from one moment to another, ms. */
  public void add(long from, long last, double value) {
    long to = Math.min(last, until);
    if (to <= from) {
      return;
    }
    while (to > start + width * BUCKETS) {
      join();
    }
    end = Math.max(end, to);
    long at = from;
    while (at < to) {
      int bucket = (int) ((at - start) / width);
      long edge = Math.min(to, start + (bucket + 1) * width);
      integrals[bucket] += value * (edge - at);
      at = edge;
    }
  }

  private void join() {
    double[] wider = new double[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      wider[i / 2] += integrals[i];
    }
    integrals = wider;
    width *= 2;
  }

  /** The series until the last moment added. */
  public Points points() {
    int used = (int) Math.ceilDiv(end - start, width);
    double[] means = new double[used];
    for (int i = 0; i < used; i++) {
      long covered = Math.min(end, start + (i + 1) * width) - (start + i * width);
      means[i] = integrals[i] / covered;
    }
    return new Points(start, width, means);
  }

  /** Integral over all time, in value × ms. */
  public double integral() {
    return Arrays.stream(integrals).sum();
  }

  /**
   * A finished series.
   *
   * @param start first moment, ms
   * @param width width of a point, ms
   * @param means mean value inside each point
   */
  @SuppressWarnings("ArrayRecordComponent") // a finished series is read, never compared
  public record Points(long start, long width, double[] means) {}
}
