package dev.weir.engine.order;

import dev.weir.engine.job.Job;

/**
 * Least attained service in two dimensions, discretised (Gu et al., "Tiresias", NSDI 2019): jobs
 * sink through {@code las.queues} queues as the device-time that they have received grows, and
 * within a queue the first submitted goes first, so that equals do not take turns at every step.
 * The first queue ends at {@code las.firstDeviceSeconds}, each next one {@code las.factor} times
 * later. Needs no forecast.
 *
 * <p>A job that has waited {@code las.promote} times as long as it ever ran is back in the first
 * queue until it runs; 0 = never.
 */
public final class Las implements JobOrder {
  /** Distance of two queues in the key: more than any journal time in ms before the year 2100. */
  private static final int QUEUE_BITS = 42;

  @Override
  public String name() {
    return "las";
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    int queue = now >= promotedAt(job, context) ? 0 : queue(job.attained(now), context);
    return Math.scalb((double) queue, QUEUE_BITS) + job.submittedAt;
  }

  @Override
  public long changesAt(Job job, long now, OrderContext context) {
    long at = promotedAt(job, context);
    return at > now && queue(job.attained, context) > 0 ? at : Long.MAX_VALUE;
  }

  /** Queue of an attained service in milli-device × ms, from 0. */
  static int queue(long attained, OrderContext context) {
    int last = (int) context.parameter("las.queues", 3) - 1;
    double end = 1e6 * context.parameter("las.firstDeviceSeconds", 3600);
    double factor = context.parameter("las.factor", 8);
    int queue = 0;
    while (queue < last && attained >= end) {
      queue++;
      end *= factor;
    }
    return queue;
  }

  /** When a job that waits now is promoted; never, for one that runs or has not run yet. */
  private static long promotedAt(Job job, OrderContext context) {
    double promote = context.parameter("las.promote", 8);
    if (promote <= 0 || job.holding != null || job.attained == 0) {
      return Long.MAX_VALUE;
    }
    double ran = job.attained / (1000 * Expected.devices(job));
    return job.waitingSince + (long) Math.ceil(promote * ran);
  }
}
