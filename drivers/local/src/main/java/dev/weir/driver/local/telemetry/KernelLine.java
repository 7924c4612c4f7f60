package dev.weir.driver.local.telemetry;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of the kernel log, as /dev/kmsg or dmesg gives it.
 *
 * @param sequence number of the record, of /dev/kmsg alone
 * @param sinceStart time since the machine was started
 */
public record KernelLine(OptionalLong sequence, Duration sinceStart, String message) {
  // 6,1234,5678901234,-;NVRM: Xid ...
  private static final Pattern RECORD =
      Pattern.compile("[0-9]{1,4},([0-9]{1,18}),([0-9]{1,18}),[^;]*;(.*)");
  // [12345.678901] NVRM: Xid ...
  private static final Pattern PRINTED =
      Pattern.compile("(?:<[0-9]+>)?\\[\\s*([0-9]{1,10})\\.([0-9]{6})]\\s(.*)");

  /** Reads a line in either form; lines that go on with an earlier record are nothing. */
  public static Optional<KernelLine> parse(String line) {
    Matcher record = RECORD.matcher(line);
    if (record.matches()) {
      return Optional.of(
          new KernelLine(
              OptionalLong.of(Long.parseLong(record.group(1))),
              Duration.ofNanos(Math.multiplyExact(micros(record.group(2)), 1000L)),
              record.group(3)));
    }
    Matcher printed = PRINTED.matcher(line);
    return printed.matches()
        ? Optional.of(
            new KernelLine(
                OptionalLong.empty(),
                Duration.ofSeconds(Long.parseLong(printed.group(1)))
                    .plusNanos(Long.parseLong(printed.group(2)) * 1000L),
                printed.group(3)))
        : Optional.empty();
  }

  /** No machine runs for 292 years; a larger number is damage and counts as that. */
  private static long micros(String digits) {
    return Math.min(Long.parseLong(digits), Long.MAX_VALUE / 1000);
  }
}
