package dev.weir.engine.order;

import dev.weir.engine.job.Job;
import dev.weir.model.forecast.DurationForecast;
import java.time.Duration;

/**
 * Run times as the orders know them, in ms: the forecast's median; without one the enforced limit;
 * without either {@code order.unknownSeconds}, one hour unless set, for all jobs alike.
 */
final class Expected {
  private Expected() {}

  /** Of the whole job, undisturbed. */
  static double total(Job job, OrderContext context) {
    DurationForecast f = job.forecast;
    return f != null ? Math.max(1, f.p50()) : unforeseen(job, context);
  }

  /** Of what is left, after the newest complete checkpoint when it waits. */
  static double remaining(Job job, long now, OrderContext context) {
    return job.forecast != null
        ? job.remainingMillis(now, 1)
        : Math.max(1, unforeseen(job, context) - job.savedMillis);
  }

  private static double unforeseen(Job job, OrderContext context) {
    return job.spec
        .timeLimit()
        .map(Duration::toMillis)
        .map(Long::doubleValue)
        .orElseGet(() -> 1000 * context.parameter("order.unknownSeconds", 3600));
  }

  /** Devices of the job's smallest size; a thousandth for a job without any. */
  static double devices(Job job) {
    return Math.max(1, job.shape.smallestMilli()) / 1000.0;
  }
}
