package dev.weir.store;

import dev.weir.model.id.JobId;
import java.util.List;

/**
 * A request that was answered under an idempotency key.
 *
 * @param turn in which its facts became durable
 * @param jobs those that it submitted, in order
 */
public record Answered(long turn, long at, String via, List<JobId> jobs) {
  public Answered {
    jobs = List.copyOf(jobs);
  }
}
