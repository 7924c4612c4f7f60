package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of one pass, in the policy's order. A job is offered once per pass; what the
 * pass books or gives back meanwhile decides whose turn is next.
 */
public interface Candidates {
  /** The next job; null = nobody is left who could start. */
  @Nullable Job next();

  /**
   * Nothing came of this job, for a reason of its own; it is looked at again in the next pass. (A
   * job that was offered is not offered again in this pass anyway.) A job that has to wait for a
   * date or another job should be put to sleep instead, see {@link Waiting#sleep}.
   */
  void skipJob(Job job);

  /**
   * No room for this job: neither it nor any job of its queue and shape is looked at again before
   * room that could help has come back, the epoch has moved, or a job comes to stand before all of
   * them. Only where room was the reason: a job that is too long to pass a planned start is {@link
   * #skipJob skipped alone}, because a shorter one of the same shape may pass.
   */
  void skipShape(Job job);

  /**
   * No quota for this job: the same, until something is given back in a queue of its path that has
   * a limit or a guarantee.
   */
  void skipQuota(Job job);

  /** Nobody of this queue and the queues below it any more in this pass. */
  void skipQueue(Queue queue);
}
