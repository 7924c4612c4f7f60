package dev.weir.engine.order;

import dev.weir.engine.job.Job;

/**
 * An order of jobs: a number per job, smaller goes first; equal numbers go in the order of
 * submission. Where {@link #byPriority} says so, a higher priority goes before any number.
 *
 * <p>The number must be a function of the job, the time and the context alone. It is worked out
 * when a job begins to wait and whenever the state says that its priority or forecast changed.
 */
public interface JobOrder {
  /** Name in policies. */
  String name();

  /** Whether a higher priority goes first. */
  default boolean byPriority() {
    return false;
  }

  /** The job's place in the order, smaller first; never NaN. For running jobs as well. */
  double key(Job job, long now, OrderContext context);

  /**
   * Journal time at which the key of a waiting job changes by time alone; {@link Long#MAX_VALUE} =
   * never. It is worked out anew then, at a cost that grows with the number of such jobs only.
   */
  default long changesAt(Job job, long now, OrderContext context) {
    return Long.MAX_VALUE;
  }

  /**
   * Whether keys of waiting jobs change all the time, each in its own way. Every pass then works
   * out all keys of all waiting jobs: n log n of work. An order that ages linearly needs no drift:
   * put the time of submission into the key instead.
   */
  default boolean drifts() {
    return false;
  }
}
