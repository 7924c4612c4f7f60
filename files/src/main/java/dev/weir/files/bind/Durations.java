package dev.weir.files.bind;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations with their units: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 2h30m}, {@code 1.5h},
 * {@code 7d}. A number without a unit is refused, because one system counts minutes and the next
 * one seconds.
 */
public final class Durations {
  static final String PATTERN =
      "^(?=[0-9])([0-9.]+d)?([0-9.]+h)?([0-9.]+m(?!s))?([0-9.]+s)?([0-9.]+ms)?$";
  static final String EXPECTED = "a duration with a unit (ms, s, m, h, d), such as 30s or 2h30m";

  private static final Pattern PARTS =
      Pattern.compile(
          "(?:(\\d+(?:\\.\\d+)?)d)?(?:(\\d+(?:\\.\\d+)?)h)?(?:(\\d+(?:\\.\\d+)?)m(?!s))?"
              + "(?:(\\d+(?:\\.\\d+)?)s)?(?:(\\d+(?:\\.\\d+)?)ms)?");
  private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};
  private static final String[] UNITS = {"d", "h", "m", "s", "ms"};
  private static final Pattern CLOCK = Pattern.compile("(?:(\\d+)-)?(\\d+):(\\d\\d):(\\d\\d)");

  /** What people write for the units, longest first, so that no name is cut in the middle. */
  private static final Map<String, String> UNIT_NAMES = new LinkedHashMap<>();

  static {
    UNIT_NAMES.put("milliseconds?|millis|msecs?", "ms");
    UNIT_NAMES.put("seconds?|secs?", "s");
    UNIT_NAMES.put("minutes?|mins?", "m");
    UNIT_NAMES.put("hours?|hrs?", "h");
    UNIT_NAMES.put("days?", "d");
  }

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @throws Malformed no duration, or without a unit
   */
  public static Duration parse(String text) {
    if (text.startsWith("-")) {
      throw new Malformed("must not be negative", EXPECTED, Optional.empty());
    }
    if (text.matches("[0-9]+(\\.[0-9]+)?")) {
      throw new Malformed("a duration without a unit", EXPECTED, Optional.of(text + "s"));
    }
    return read(text).orElseThrow(() -> new Malformed("not a duration", EXPECTED, guess(text)));
  }

  /** The shortest text that reads as this duration; whole milliseconds. */
  public static String format(Duration duration) {
    long rest = duration.toMillis();
    if (rest == 0) {
      return "0s";
    }
    var text = new StringBuilder();
    for (int i = 0; i < MILLIS.length; i++) {
      long count = rest / MILLIS[i];
      rest -= count * MILLIS[i];
      if (count > 0) {
        text.append(count).append(UNITS[i]);
      }
    }
    return text.toString();
  }

  private static Optional<Duration> read(String text) {
    Matcher parts = PARTS.matcher(text);
    if (text.isEmpty() || !parts.matches()) {
      return Optional.empty();
    }
    BigDecimal millis = BigDecimal.ZERO;
    for (int i = 0; i < MILLIS.length; i++) {
      String count = parts.group(i + 1);
      if (count != null) {
        millis = millis.add(new BigDecimal(count).multiply(BigDecimal.valueOf(MILLIS[i])));
      }
    }
    if (millis.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new Malformed("too long", "at most 292 million years", Optional.empty());
    }
    return Optional.of(
        Duration.ofMillis(millis.setScale(0, RoundingMode.CEILING).longValueExact()));
  }

  private static Optional<String> guess(String text) {
    Matcher clock = CLOCK.matcher(text);
    if (clock.matches()) {
      String days = clock.group(1) == null ? "" : clock.group(1) + "d";
      return read(days + clock.group(2) + "h" + clock.group(3) + "m" + clock.group(4) + "s")
          .map(Durations::format);
    }
    if (text.startsWith("P") || text.startsWith("p")) {
      return iso(text);
    }
    String plain = text.toLowerCase(Locale.ROOT).replaceAll("[\\s_,]|and", "");
    for (var unit : UNIT_NAMES.entrySet()) {
      plain = plain.replaceAll("(?<=[0-9])(?:" + unit.getKey() + ")(?![a-z])", unit.getValue());
    }
    Matcher weeks = Pattern.compile("([0-9]{1,6})(?:w|weeks?)").matcher(plain);
    if (weeks.matches()) {
      return Optional.of(7 * Long.parseLong(weeks.group(1)) + "d");
    }
    String candidate = plain;
    return read(candidate).map(duration -> candidate);
  }

  private static Optional<String> iso(String text) {
    try {
      Duration duration = Duration.parse(text);
      return duration.isNegative() ? Optional.empty() : Optional.of(format(duration));
    } catch (DateTimeParseException notIso) {
      return Optional.empty(); // then there is no guess to offer
    }
  }
}
