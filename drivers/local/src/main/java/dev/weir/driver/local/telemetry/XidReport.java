package dev.weir.driver.local.telemetry;

import dev.weir.driver.local.inventory.PciAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error that NVIDIA's driver reported in the kernel log: {@code NVRM: Xid (PCI:0000:c1:00): 79,
 * pid=1234, name=python, GPU has fallen off the bus.}
 *
 * @param time when it was logged
 * @param device where the device sits
 * @param xid number of the error
 * @param pid process that was concerned, where the driver names one
 * @param text what the driver adds
 */
public record XidReport(Instant time, PciAddress device, int xid, OptionalLong pid, String text) {
  private static final Pattern FORM =
      Pattern.compile(".*NVRM: Xid \\((?:PCI:)?([0-9a-fA-F:.]+)\\): ([0-9]{1,5})(?:,\\s*(.*))?");
  private static final Pattern PID = Pattern.compile("pid='?([0-9]{1,9})'?(?:,.*)?");

  /** Reads the message of a line of the kernel log; nothing when it reports no Xid. */
  public static Optional<XidReport> parse(String message, Instant time) {
    Matcher form = FORM.matcher(message.strip());
    if (!form.matches()) {
      return Optional.empty();
    }
    String text = Optional.ofNullable(form.group(3)).orElse("");
    Matcher pid = PID.matcher(text);
    OptionalLong process =
        pid.matches() ? OptionalLong.of(Long.parseLong(pid.group(1))) : OptionalLong.empty();
    return PciAddress.parse(form.group(1))
        .map(device -> new XidReport(time, device, Integer.parseInt(form.group(2)), process, text));
  }
}
