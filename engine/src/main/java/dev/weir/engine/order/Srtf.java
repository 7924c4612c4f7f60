package dev.weir.engine.order;

import dev.weir.engine.job.Job;

/**
 * Shortest remaining time first (Schrage, "A proof of the optimality of the shortest remaining
 * processing time discipline", 1968). With reclaim by order it preempts.
 */
public final class Srtf implements JobOrder {
  @Override
  public String name() {
    return "srtf";
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    return Expected.remaining(job, now, context);
  }
}
