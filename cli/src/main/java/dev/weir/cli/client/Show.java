package dev.weir.cli.client;

import dev.weir.model.unit.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Amounts as people read them. */
final class Show {
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  static final String NOTHING = "-";

  private Show() {}

  /** The two largest units: {@code 2h05m}. */
  static String span(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return "%dm%02ds".formatted(seconds / 60, seconds % 60);
    }
    if (seconds < 86_400) {
      return "%dh%02dm".formatted(seconds / 3600, seconds % 3600 / 60);
    }
    return "%dd%02dh".formatted(seconds / 86_400, seconds % 86_400 / 3600);
  }

  static String since(Optional<Instant> from, Instant until) {
    return from.map(at -> span(Duration.between(at, until))).orElse(NOTHING);
  }

  /** In the zone of the reader; the day only when it is another one. */
  static String time(Instant at) {
    var here = at.atZone(ZoneId.systemDefault());
    boolean today = here.toLocalDate().equals(Instant.now().atZone(here.getZone()).toLocalDate());
    return here.format(today ? CLOCK : DATE);
  }

  static String time(Optional<Instant> at) {
    return at.map(Show::time).orElse(NOTHING);
  }

  static String bytes(long bytes) {
    if (bytes < 10L << 20) {
      return bytes < 1024 ? bytes + " B" : new Bytes(bytes / 1024 * 1024).toString() + "B";
    }
    double gib = bytes / (double) (1 << 30);
    return gib < 1
        ? bytes / (1 << 20) + " MiB"
        : String.format(Locale.ROOT, gib < 100 ? "%.1f GiB" : "%.0f GiB", gib);
  }

  /** A number without zeros that say nothing. */
  static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  static String percent(OptionalDouble part) {
    return part.isPresent() ? percent(part.getAsDouble()) : NOTHING;
  }

  static String percent(double part) {
    return Math.round(part * 100) + " %";
  }

  static String text(Optional<?> value) {
    return value.map(String::valueOf).orElse(NOTHING);
  }

  /** A constant as a word. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What comes from a job or a server may hold characters that steer a terminal. */
  static String harmless(String text) {
    var shown = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c) && c != '\n' && c != '\t') {
                shown.append("\\u%04x".formatted(c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }
}
