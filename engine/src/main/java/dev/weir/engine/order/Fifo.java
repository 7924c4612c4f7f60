package dev.weir.engine.order;

import dev.weir.engine.job.Job;

/**
 * First come, first served. A job that was taken away keeps its place: it is its submission that
 * counts.
 */
public final class Fifo implements JobOrder {
  @Override
  public String name() {
    return "fifo";
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    return job.submittedAt;
  }
}
