package dev.weir.files.bind;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The formats that every document may use. */
final class ScalarFormats {
  private ScalarFormats() {}

  static List<ScalarFormat<?>> standard() {
    return List.of(
        new ScalarFormat<>(
            Duration.class,
            Durations.EXPECTED,
            Durations.PATTERN,
            false,
            List.of("30s", "10m", "2h30m", "1d"),
            Durations::parse),
        new ScalarFormat<>(
            Instant.class,
            Moments.EXPECTED,
            Moments.PATTERN,
            false,
            List.of("2026-03-01T08:00:00Z"),
            Moments::parse),
        UnitFormats.BYTES,
        UnitFormats.CPU,
        UnitFormats.SHARE);
  }
}
