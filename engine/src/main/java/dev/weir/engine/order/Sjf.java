package dev.weir.engine.order;

import dev.weir.engine.job.Job;

/**
 * Shortest job first: by the expected run time of the whole job. Optimal for the mean completion
 * time on one machine without preemption (Smith, "Various optimizers for single-stage production",
 * 1956).
 */
public final class Sjf implements JobOrder {
  @Override
  public String name() {
    return "sjf";
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    return Expected.total(job, context);
  }
}
