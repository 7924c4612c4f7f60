package dev.weir.engine.order;

import dev.weir.engine.job.Job;

/**
 * Shortest remaining service first: remaining time × devices, so that a short but wide gang does
 * not pass for small (Gu et al., "Tiresias", NSDI 2019, where it is the reference with full
 * knowledge).
 */
public final class Srsf implements JobOrder {
  @Override
  public String name() {
    return "srsf";
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    return Expected.remaining(job, now, context) * Expected.devices(job);
  }
}
