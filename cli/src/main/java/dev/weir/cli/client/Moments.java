package dev.weir.cli.client;

import dev.weir.files.bind.Durations;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Points in time as people give them to options. */
final class Moments {
  private Moments() {}

  /** {@code 2h} before now, or a date in ISO 8601. */
  static Instant since(ClientCommand command, String text, Instant now) {
    if (text.length() > 8 && text.charAt(4) == '-') {
      try {
        return Instant.parse(text.length() == 10 ? text + "T00:00:00Z" : text);
      } catch (DateTimeParseException wrong) {
        throw command.wrong(
            "\"" + text + "\" is no time (expected 2h, or a date such as 2026-03-01T08:00:00Z)");
      }
    }
    try {
      return now.minus(Durations.parse(text));
    } catch (IllegalArgumentException wrong) {
      throw command.wrong(
          "\"" + text + "\" is no time (expected 2h, or a date such as 2026-03-01T08:00:00Z)");
    }
  }
}
