package dev.weir.api.client;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Which part of which log. What is left out: the newest incarnation, the first role, its first
 * task, {@code stdout}, from the beginning.
 *
 * @param stream {@code stdout} or {@code stderr}
 * @param from first byte
 * @param tail instead of {@code from}: so many lines before the end
 */
public record LogQuery(
    OptionalInt incarnation,
    Optional<String> role,
    OptionalInt task,
    Optional<String> stream,
    OptionalLong from,
    OptionalInt tail) {
  /** Standard output of the first task from the beginning. */
  public static final LogQuery FIRST =
      new LogQuery(
          OptionalInt.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalInt.empty());
}
