package dev.weir.engine.order;

import dev.weir.engine.job.Job;

/** Higher priority first; among equals, first come, first served. */
public final class Priority implements JobOrder {
  @Override
  public String name() {
    return "priority";
  }

  @Override
  public boolean byPriority() {
    return true;
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    return job.submittedAt;
  }
}
