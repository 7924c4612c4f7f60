package dev.weir.store;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which usage, and how it is summed up.
 *
 * @param from journal time, inclusive, ms; cut down to a full hour
 * @param until journal time, exclusive, ms; rounded up to a full hour
 * @param queues of these; empty = all
 * @param by what the rows are kept apart by; empty = one row
 */
public record UsageFilter(
    long from, long until, List<String> queues, Optional<String> user, Set<By> by) {
  /** What rows are kept apart by. */
  public enum By {
    HOUR,
    QUEUE,
    USER,
    DOMAIN,
    MODEL
  }

  public UsageFilter {
    queues = List.copyOf(queues);
    by = Set.copyOf(by);
    if (until < from) {
      throw new IllegalArgumentException(
          "a span ends at %d before it begins at %d".formatted(until, from));
    }
  }
}
