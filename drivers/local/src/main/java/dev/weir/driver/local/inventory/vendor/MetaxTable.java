package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.inventory.reading.Amounts;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code mx-smi}: two lines per device. */
public final class MetaxTable implements Format {
  // | 0       MetaX N260             Off | 0000:01:00.0        | 0%            Native |
  private static final Pattern FIRST =
      Pattern.compile(
          "\\|\\s+([0-9]{1,4})\\s+(\\S.*?)\\s+(?:On|Off|N/A)\\s*\\|\\s+([0-9A-Fa-f:.]+)\\s*\\|"
              + "\\s+(?:([0-9]{1,3})%|N/A)\\s.*");

  // | 37C     29W / 225W              P0 | 666/65536 MiB       | Available            |
  private static final Pattern SECOND =
      Pattern.compile(
          "\\|\\s+(?:([0-9]{1,3})C|N/A)\\s+(?:([0-9]{1,4})W|N/A)\\s*/\\s*(?:([0-9]{1,4})W|N/A)\\s+\\S+\\s*"
              + "\\|\\s+([0-9]{1,9})/([0-9]{1,9}) MiB\\s*\\|\\s+(\\S.*?)\\s*\\|");

  private static final Pattern ATTACHED = Pattern.compile("Attached GPUs\\s+: ([0-9]{1,4})");

  @Override
  public String name() {
    return "mx-smi";
  }

  @Override
  public String vendor() {
    return "metax";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream().limit(3).anyMatch(line -> line.matches("mx-smi\\s+version: .*"));
  }

  @Override
  public Inventory read(Output output) {
    var warnings = Warnings.ofLines(output);
    var devices = new Devices(warnings);
    Optional<FoundDevice.Builder> open = Optional.empty();
    int number = 0;
    for (String line : output.lines()) {
      number++;
      Matcher first = FIRST.matcher(line);
      Matcher second = SECOND.matcher(line);
      if (line.startsWith("| Process")) {
        break;
      }
      if (first.matches()) {
        close(open, devices, number);
        open = Optional.of(begin(first));
      } else if (second.matches() && open.isPresent()) {
        close(Optional.of(measured(second, open.get())), devices, number);
        open = Optional.empty();
      } else if (line.matches("\\|\\s+[0-9].*")) {
        warnings.value(number, "", line, "the two lines of a device");
      }
    }
    close(open, devices, number);
    attached(output, devices.size(), warnings);
    return devices.inventory();
  }

  private static void attached(Output output, int seen, Warnings warnings) {
    int number = 0;
    for (String line : output.lines()) {
      number++;
      Matcher form = ATTACHED.matcher(line.strip());
      if (form.matches() && Integer.parseInt(form.group(1)) != seen) {
        warnings.add(
            number,
            "Attached GPUs",
            "says %s, but %d are described".formatted(form.group(1), seen),
            "a description of each");
      }
    }
  }

  private static void close(Optional<FoundDevice.Builder> open, Devices devices, int line) {
    open.ifPresent(device -> devices.add(device.build(), line, "GPU"));
  }

  private FoundDevice.Builder begin(Matcher row) {
    return new FoundDevice.Builder(vendor(), Integer.parseInt(row.group(1)))
        .name(Optional.of(row.group(2)))
        .pci(PciAddress.parse(row.group(3)))
        .measure(Metric.UTILISATION, number(row, 4).map(percent -> percent * 0.01));
  }

  private static FoundDevice.Builder measured(Matcher row, FoundDevice.Builder device) {
    return device
        .measure(Metric.TEMPERATURE, number(row, 1))
        .measure(Metric.POWER, number(row, 2))
        .measure(Metric.POWER_LIMIT, number(row, 3))
        .measure(Metric.MEMORY_USED, number(row, 4).map(mib -> mib * (1L << 20)))
        .memory(Amounts.of(new BigDecimal(row.group(5)), 1L << 20))
        .fact("state", Optional.of(row.group(6)));
  }

  private static Optional<Double> number(Matcher row, int group) {
    return Optional.ofNullable(row.group(group)).map(Double::valueOf);
  }
}
