package dev.weir.files.bind;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Points in time by ISO 8601, with their offset: {@code 2026-03-01T08:00:00Z}. A time without a
 * zone is refused.
 */
public final class Moments {
  static final String PATTERN =
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?"
          + "(Z|[-+][0-9]{2}:[0-9]{2})$";
  static final String EXPECTED = "a time with its zone, such as 2026-03-01T08:00:00Z";

  private Moments() {}

  /**
   * Reads a point in time.
   *
   * @throws Malformed no such date or time, or no zone
   */
  public static Instant parse(String text) {
    return read(text).orElseThrow(() -> malformed(text));
  }

  private static Malformed malformed(String text) {
    String candidate = text.trim().replace(' ', 'T').replaceAll("z$", "Z");
    if (candidate.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
      candidate += "T00:00:00";
    }
    if (read(candidate + "Z").isPresent()) {
      return new Malformed("a time without a zone", EXPECTED, Optional.of(candidate + "Z"));
    }
    Optional<String> guess =
        read(candidate).isPresent() ? Optional.of(candidate) : Optional.empty();
    return new Malformed("not a point in time", EXPECTED, guess);
  }

  private static Optional<Instant> read(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException notAMoment) {
      return Optional.empty(); // the caller reports it with what was meant
    }
  }
}
