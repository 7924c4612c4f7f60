package dev.weir.simulator.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * All that was measured in one run.
 *
 * @param figures by key of {@link Metric}; a figure that has no meaning in this run is absent
 * @param queues one entry for each queue that had jobs, in the order of their first job
 * @param queueLength waiting jobs over time
 * @param allocated booked share of the fleet's devices over time, 0 to 1
 * @param effective the same for work done, weighted with its speed
 * @param jct 101 quantiles of completion times, s
 * @param queueing 101 quantiles of queueing times, s
 * @param slowdown 101 quantiles of bounded slowdowns
 * @param bars what ran where, for a picture; not all of it in large runs
 */
@SuppressWarnings("ArrayRecordComponent") // curves are read, never compared
public record Scorecard(
    Map<String, Double> figures,
    List<QueueFigures> queues,
    TimeSeries.Points queueLength,
    TimeSeries.Points allocated,
    TimeSeries.Points effective,
    double[] jct,
    double[] queueing,
    double[] slowdown,
    List<Bar> bars) {
  public Scorecard {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    queues = List.copyOf(queues);
    bars = List.copyOf(bars);
  }

  /** One figure, if it has a meaning in this run. */
  public OptionalDouble figure(Metric metric) {
    Double value = figures.get(metric.key());
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * @param queue its path
   * @param jobs jobs that ran and ended
   * @param jctMean s
   * @param queueingMean s
   * @param deviceSeconds booked device time
   * @param share of all booked device time
   */
  public record QueueFigures(
      String queue,
      int jobs,
      double jctMean,
      double queueingMean,
      double deviceSeconds,
      double share) {}

  /**
   * One task's stay on a node.
   *
   * @param node its name
   * @param devices one bit per device
   * @param job number of the job
   * @param queue its path
   * @param from ms
   * @param until ms
   */
  public record Bar(String node, long devices, long job, String queue, long from, long until) {}
}
