package dev.weir.server.http;

import dev.weir.server.problem.Refusal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Parameters of requests, read strictly. */
final class Parameters {
  private static final int USUAL_LIMIT = 100;
  private static final int LARGEST_LIMIT = 1000;

  private Parameters() {}

  /** Also for bodies whose length was not said beforehand. */
  static void limit(byte[] body, int most) {
    if (body.length > most) {
      throw Gate.tooLarge(most);
    }
  }

  static boolean truth(String name, Optional<String> value) {
    return switch (value.orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      case String other -> throw Refusal.notOneOf("query", name, other, List.of("true", "false"));
    };
  }

  static int limit(Optional<String> value) {
    OptionalLong limit = whole("limit", value, 1, LARGEST_LIMIT);
    return limit.isPresent() ? (int) limit.getAsLong() : USUAL_LIMIT;
  }

  /** The cursor of a list that is ordered by a number. */
  static OptionalLong cursor(Optional<String> value) {
    return whole("cursor", value, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  static OptionalLong whole(String name, Optional<String> value, long least, long most) {
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    String expected = "a whole number from " + least + " to " + most;
    try {
      long number = Long.parseLong(value.get());
      if (number >= least && number <= most) {
        return OptionalLong.of(number);
      }
      throw Refusal.query(name, "out of range", expected, value.get());
    } catch (NumberFormatException _) {
      throw Refusal.query(name, "no number", expected, value.get());
    }
  }

  static OptionalInt small(String name, Optional<String> value) {
    OptionalLong number = whole(name, value, 0, 1_000_000);
    return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
  }

  static Optional<Instant> moment(String name, Optional<String> value) {
    try {
      return value.map(Instant::parse);
    } catch (DateTimeParseException _) {
      throw Refusal.query(
          name, "no moment", "ISO 8601 in UTC, such as 2026-03-01T08:00:00Z", value.orElse(""));
    }
  }

  /** A name for a body, to be said in problems. */
  static String fileName(Optional<String> value) {
    String name = value.orElse("body");
    if (name.length() > 200 || !name.matches("[^\\p{Cntrl}]+")) {
      throw Refusal.query("file", "no file name", "at most 200 printable characters", name);
    }
    return name;
  }
}
