package dev.weir.api.client;

import dev.weir.model.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which jobs a list shows. All conditions must hold; an empty one is none.
 *
 * @param states any of these
 * @param labels each as {@code key=value}
 * @param since submitted at or after
 * @param limit most jobs of a page, 1 to 1000
 * @param cursor {@code next} of the page before
 */
public record JobQuery(
    List<JobState> states,
    Optional<String> queue,
    Optional<String> user,
    Optional<String> name,
    List<String> labels,
    Optional<Instant> since,
    int limit,
    Optional<String> cursor) {
  /** The newest jobs. */
  public static final JobQuery ALL =
      new JobQuery(
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          100,
          Optional.empty());

  public JobQuery {
    states = List.copyOf(states);
    labels = List.copyOf(labels);
  }

  /** The same for jobs in any of these states. */
  public JobQuery in(JobState... wanted) {
    return new JobQuery(List.of(wanted), queue, user, name, labels, since, limit, cursor);
  }

  /** The page that begins at a cursor. */
  public JobQuery from(Optional<String> next) {
    return new JobQuery(states, queue, user, name, labels, since, limit, next);
  }
}
