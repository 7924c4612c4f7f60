package dev.weir.files.sbatch;

import dev.weir.files.bind.Malformed;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times as Slurm writes them (sbatch(1), options time and begin). */
final class SlurmTimes {
  static final String LIMIT =
      "minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes or"
          + " days-hours:minutes:seconds";
  static final String MOMENT = "a time such as now+2hours, 16:30, tomorrow or 2026-03-01T08:00:00";

  private static final Pattern DAYS =
      Pattern.compile("([0-9]{1,7})-([0-9]{1,7})(?::([0-9]{1,7}))?(?::([0-9]{1,7}))?");
  private static final Pattern CLOCK =
      Pattern.compile("([0-9]{1,7})(?::([0-9]{1,7}))?(?::([0-9]{1,7}))?");
  private static final Pattern FROM_NOW =
      Pattern.compile("now(?:\\s*\\+\\s*([0-9]{1,9})\\s*([a-z]*))?");
  private static final Pattern TIME_OF_DAY =
      Pattern.compile("([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?\\s*(am|pm)?");
  private static final Pattern ISO_DATE =
      Pattern.compile("([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[t-](.+))?");
  private static final Pattern US_DATE =
      Pattern.compile("([0-9]{1,2})[/.]([0-9]{1,2})(?:[/.]([0-9]{2,4}))?(?:[-](.+))?");
  private static final Pattern SHORT_DATE =
      Pattern.compile("([0-9]{2})([0-9]{2})([0-9]{2})(?:[-](.+))?");

  private static final Map<String, LocalTime> NAMED =
      Map.of(
          "midnight", LocalTime.MIDNIGHT,
          "elevenses", LocalTime.of(11, 0),
          "noon", LocalTime.NOON,
          "fika", LocalTime.of(15, 0),
          "teatime", LocalTime.of(16, 0));

  private SlurmTimes() {}

  /**
   * A time limit; empty = none.
   *
   * @throws Malformed no such time
   */
  static Optional<Duration> limit(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals("unlimited") || lower.equals("infinite") || lower.equals("-1")) {
      return Optional.empty();
    }
    Matcher days = DAYS.matcher(text);
    if (days.matches()) {
      return positive(
          Duration.ofDays(number(days.group(1)))
              .plusHours(number(days.group(2)))
              .plusMinutes(number(days.group(3)))
              .plusSeconds(number(days.group(4))));
    }
    Matcher clock = CLOCK.matcher(text);
    if (!clock.matches()) {
      throw new Malformed("no time limit", LIMIT, Optional.empty());
    }
    boolean three = clock.group(3) != null;
    return positive(
        three
            ? Duration.ofHours(number(clock.group(1)))
                .plusMinutes(number(clock.group(2)))
                .plusSeconds(number(clock.group(3)))
            : Duration.ofMinutes(number(clock.group(1))).plusSeconds(number(clock.group(2))));
  }

  /** A limit of zero is none. */
  private static Optional<Duration> positive(Duration limit) {
    return Optional.of(limit).filter(Duration::isPositive);
  }

  /**
   * A point in time; a time of day that is over is meant for tomorrow.
   *
   * @throws Malformed no such time
   */
  static Instant moment(String text, Instant now, ZoneId zone) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    ZonedDateTime here = now.atZone(zone);
    try {
      Optional<Instant> fromNow = fromNow(lower, now);
      if (fromNow.isPresent()) {
        return fromNow.get();
      }
      if (lower.equals("today")) {
        return now;
      }
      if (lower.equals("tomorrow")) {
        return here.plusDays(1).toInstant();
      }
      Optional<LocalDate> date = date(lower, here.toLocalDate());
      if (date.isPresent()) {
        return date.get().atTime(clock(rest(lower))).atZone(zone).toInstant();
      }
      ZonedDateTime today = here.toLocalDate().atTime(clock(lower)).atZone(zone);
      return (today.isAfter(here) ? today : today.plusDays(1)).toInstant();
    } catch (DateTimeException impossible) {
      throw new Malformed("no such time", MOMENT, Optional.empty());
    }
  }

  private static Optional<Instant> fromNow(String lower, Instant now) {
    Matcher form = FROM_NOW.matcher(lower);
    if (!form.matches()) {
      return Optional.empty();
    }
    long count = number(form.group(1));
    String unit = form.group(2) == null ? "" : form.group(2);
    Duration later =
        switch (unit) {
          case "", "s", "sec", "second", "seconds" -> Duration.ofSeconds(count);
          case "m", "min", "minute", "minutes" -> Duration.ofMinutes(count);
          case "h", "hour", "hours" -> Duration.ofHours(count);
          case "d", "day", "days" -> Duration.ofDays(count);
          case "w", "week", "weeks" -> Duration.ofDays(7 * count);
          default -> throw new Malformed("no unit of time", MOMENT, Optional.empty());
        };
    return Optional.of(now.plus(later).truncatedTo(ChronoUnit.SECONDS));
  }

  private static Optional<LocalDate> date(String lower, LocalDate today) {
    Matcher iso = ISO_DATE.matcher(lower);
    if (iso.matches()) {
      return Optional.of(
          LocalDate.of(
              (int) number(iso.group(1)), (int) number(iso.group(2)), (int) number(iso.group(3))));
    }
    Matcher american = US_DATE.matcher(lower);
    Matcher brief = SHORT_DATE.matcher(lower);
    Matcher found = american.matches() ? american : brief;
    if (found == brief && !brief.matches()) {
      return Optional.empty();
    }
    String year = found.group(3);
    int full = year == null ? today.getYear() : (int) number(year);
    return Optional.of(
        LocalDate.of(
            full < 100 ? 2000 + full : full,
            (int) number(found.group(1)),
            (int) number(found.group(2))));
  }

  /** The time of day behind a date; midnight when there is none. */
  private static String rest(String lower) {
    for (Pattern form : new Pattern[] {ISO_DATE, US_DATE, SHORT_DATE}) {
      Matcher matcher = form.matcher(lower);
      if (matcher.matches()) {
        return matcher.group(4) == null ? "midnight" : matcher.group(4);
      }
    }
    return "midnight";
  }

  private static LocalTime clock(String lower) {
    LocalTime named = NAMED.get(lower);
    if (named != null) {
      return named;
    }
    Matcher form = TIME_OF_DAY.matcher(lower);
    if (!form.matches()) {
      throw new Malformed("no such time", MOMENT, Optional.empty());
    }
    int hour = (int) number(form.group(1));
    if (form.group(4) != null) {
      hour = hour % 12 + (form.group(4).equals("pm") ? 12 : 0);
    }
    return LocalTime.of(hour, (int) number(form.group(2)), (int) number(form.group(3)));
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
