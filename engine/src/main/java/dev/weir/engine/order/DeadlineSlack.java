package dev.weir.engine.order;

import dev.weir.engine.job.Job;
import java.time.Instant;

/**
 * Least slack first: by the latest start at which the job still meets its deadline (Mok,
 * "Fundamental design problems of distributed systems for the hard real-time environment", 1983).
 * Slack of waiting jobs shrinks alike, so that the latest start orders them for good. Jobs that
 * cannot make it any more come behind those that can, or one lost job would cost the next its
 * deadline (domino effect of overload); jobs without a deadline come last, first come, first
 * served.
 */
public final class DeadlineSlack implements JobOrder {
  /** Distances in the key, far above any journal time in ms. */
  private static final double LOST = Math.scalb(1.0, 50);

  private static final double NO_DEADLINE = Math.scalb(1.0, 51);

  @Override
  public String name() {
    return "deadline-slack";
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    double latest = latestStart(job, now, context);
    if (latest == Double.POSITIVE_INFINITY) {
      return NO_DEADLINE + job.submittedAt;
    }
    return latest < now ? LOST + latest : latest;
  }

  @Override
  public long changesAt(Job job, long now, OrderContext context) {
    double latest = latestStart(job, now, context);
    return latest < now || latest == Double.POSITIVE_INFINITY
        ? Long.MAX_VALUE
        : (long) Math.floor(latest) + 1;
  }

  private static double latestStart(Job job, long now, OrderContext context) {
    return job.spec
        .window()
        .deadline()
        .map(Instant::toEpochMilli)
        .map(deadline -> deadline - Expected.remaining(job, now, context))
        .orElse(Double.POSITIVE_INFINITY);
  }
}
