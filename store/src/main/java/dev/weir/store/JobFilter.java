package dev.weir.store;

import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobState;
import java.util.List;
import java.util.Optional;

/**
 * Which jobs; all that is stated must hold.
 *
 * @param states one of these; empty = any
 * @param queues one of these; empty = any
 * @param name the whole name, or its beginning followed by {@code *}
 * @param submittedFrom journal time, inclusive, ms
 * @param submittedUntil journal time, exclusive, ms
 */
public record JobFilter(
    List<JobState> states,
    List<QueueId> queues,
    Optional<String> user,
    Optional<String> name,
    Optional<JobKind> kind,
    long submittedFrom,
    long submittedUntil) {
  /** All jobs. */
  public static final JobFilter ALL =
      new JobFilter(
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Long.MIN_VALUE,
          Long.MAX_VALUE);

  public JobFilter {
    states = List.copyOf(states);
    queues = List.copyOf(queues);
  }

  public JobFilter withStates(JobState... value) {
    return new JobFilter(List.of(value), queues, user, name, kind, submittedFrom, submittedUntil);
  }

  public JobFilter withQueues(List<QueueId> value) {
    return new JobFilter(states, value, user, name, kind, submittedFrom, submittedUntil);
  }

  public JobFilter withUser(String value) {
    return new JobFilter(
        states, queues, Optional.of(value), name, kind, submittedFrom, submittedUntil);
  }

  public JobFilter withName(String value) {
    return new JobFilter(
        states, queues, user, Optional.of(value), kind, submittedFrom, submittedUntil);
  }
}
