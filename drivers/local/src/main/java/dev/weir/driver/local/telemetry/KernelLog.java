package dev.weir.driver.local.telemetry;

import dev.weir.driver.local.inventory.discovery.Tools;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The Xid reports of the kernel log, each once. Reads {@code dmesg}, which ends, rather than
 * /dev/kmsg, which does not; without the right to do so there are no reports, and that is said.
 */
public final class KernelLog {
  private static final List<String> COMMAND = List.of("dmesg");

  private final Tools tools;
  private final Instant started;
  private final Duration timeout;
  private Duration seen = Duration.ofNanos(-1);
  private List<XidReport> last = List.of();

  /** What a look at the log yields. */
  public sealed interface Look {
    /** New reports, the oldest first. */
    record Reports(List<XidReport> reports) implements Look {}

    /** The log cannot be read. */
    record Unreadable(String reason) implements Look {}
  }

  /**
   * @param started when this machine was started (btime of /proc/stat)
   */
  public KernelLog(Tools tools, Instant started, Duration timeout) {
    this(tools, started, timeout, Duration.ofNanos(-1));
  }

  /**
   * Goes on after what was seen by another reader of the same log.
   *
   * @param seen time since the machine was started of the newest report that was handed out
   */
  public KernelLog(Tools tools, Instant started, Duration timeout, Duration seen) {
    this.tools = tools;
    this.started = started;
    this.timeout = timeout;
    this.seen = seen.isNegative() ? seen : seen.plusNanos(1);
  }

  /** Time since the machine was started of the newest report; negative = there was none. */
  public synchronized Duration seen() {
    return seen;
  }

  /** The reports since the last look; at the first look those since the machine was started. */
  public synchronized Look look() {
    if (!tools.has(COMMAND.getFirst())) {
      return new Look.Unreadable("there is no dmesg on the path");
    }
    return switch (tools.run(COMMAND, timeout)) {
      case Tools.Run.Ended(int code, String out) ->
          code == 0
              ? new Look.Reports(fresh(out))
              : new Look.Unreadable(out.lines().findFirst().orElse("dmesg: exit code " + code));
      case Tools.Run.Failed(String reason) -> new Look.Unreadable("dmesg " + reason);
    };
  }

  /** Reports of one text, from the moment after the last that was seen. */
  private List<XidReport> fresh(String text) {
    List<XidReport> reports = new ArrayList<>();
    List<XidReport> newest = new ArrayList<>();
    Duration end = seen;
    for (String line : text.lines().toList()) {
      var parsed = KernelLine.parse(line);
      if (parsed.isEmpty() || parsed.get().sinceStart().compareTo(seen) < 0) {
        continue;
      }
      Instant time = started.plus(parsed.get().sinceStart());
      var report = XidReport.parse(parsed.get().message(), time);
      if (report.isPresent()) {
        // Several reports may carry one time: those that were handed out are known by themselves.
        boolean again = parsed.get().sinceStart().equals(seen) && last.contains(report.get());
        if (!again) {
          reports.add(report.get());
        }
        if (parsed.get().sinceStart().compareTo(end) > 0) {
          end = parsed.get().sinceStart();
          newest.clear();
        }
        newest.add(report.get());
      }
    }
    if (!newest.isEmpty()) {
      seen = end;
      last = List.copyOf(newest);
    }
    return reports;
  }
}
