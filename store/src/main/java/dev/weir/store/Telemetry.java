package dev.weir.store;

import java.time.Duration;
import java.util.List;

/**
 * Samples of what was measured. They are no facts of the journal: losing the newest second in a
 * crash harms nobody, so they are written without waiting for the disk.
 */
public interface Telemetry {
  /**
   * One measured value.
   *
   * @param at wall clock, ms
   * @param subject what was measured: {@code node/<id>}, {@code device/<node>/<position>}, {@code
   *     job/<id>}
   * @param metric with its unit in the name, such as {@code utilisationPercent}
   */
  record Sample(long at, String subject, String metric, double value) {}

  /**
   * What a step of a range holds.
   *
   * @param at begin of the step, ms
   */
  record Point(long at, double mean, double min, double max, long samples) {}

  /** Adds samples, all or none. */
  void append(List<Sample> samples);

  /**
   * One metric over time, in order; steps without a sample are left out.
   *
   * @param from inclusive, ms
   * @param until exclusive, ms
   * @param step at least 1 ms
   */
  List<Point> range(String subject, String metric, long from, long until, Duration step);

  /** The newest sample of each metric of the subject, by metric. */
  List<Sample> latest(String subject);

  /** The newest sample of a metric for each subject that begins so, by subject. */
  List<Sample> latest(String subjectPrefix, String metric);

  /**
   * Forgets: whole samples older than {@code fine} become one point per minute, points older than
   * {@code coarse} go. To be called about once a minute.
   *
   * @param now wall clock, ms
   */
  void retain(long now, Duration fine, Duration coarse);
}
