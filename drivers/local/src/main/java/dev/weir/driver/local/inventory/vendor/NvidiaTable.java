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

/** The table of plain {@code nvidia-smi}, for want of better: two lines per device, names cut. */
public final class NvidiaTable implements Format {
  // |   0  NVIDIA GeForce RTX 4060 ...  WDDM  |   00000000:01:00.0 Off |                  N/A |
  private static final Pattern FIRST =
      Pattern.compile(
          "\\|\\s+([0-9]{1,4})\\s+(\\S.*?)\\s+(?:On|Off|WDDM|TCC|MCDM|N/A)\\s*\\|\\s+([0-9a-fA-F:.]+)\\s.*");

  // | N/A   51C    P0             15W /   75W |       0MiB /   8188MiB |      0%      Default |
  private static final Pattern SECOND =
      Pattern.compile(
          "\\|\\s*\\S+\\s+(?:([0-9]{1,3})C|\\S+)\\s+P[0-9]+\\s+(?:([0-9]{1,4})W|N/A) /\\s+"
              + "(?:([0-9]{1,4})W|N/A)\\s*\\|\\s+([0-9]{1,9})MiB /\\s+([0-9]{1,9})MiB\\s*\\|"
              + "\\s+(?:([0-9]{1,3})%|N/A).*");

  @Override
  public String name() {
    return "nvidia-smi";
  }

  @Override
  public String vendor() {
    return "nvidia";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream().limit(6).anyMatch(line -> line.startsWith("| NVIDIA-SMI "));
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
      if (line.startsWith("| Processes")) {
        break;
      }
      if (first.matches()) {
        close(open, devices, number);
        open = Optional.of(begin(first, number, warnings));
      } else if (second.matches() && open.isPresent()) {
        close(Optional.of(measures(second, open.get())), devices, number);
        open = Optional.empty();
      }
    }
    close(open, devices, number);
    if (devices.size() == 0) {
      warnings.add(0, "", "has no row of a device", "two lines per device");
    }
    return devices.inventory();
  }

  private static void close(Optional<FoundDevice.Builder> open, Devices devices, int line) {
    open.ifPresent(device -> devices.add(device.build(), line, "GPU"));
  }

  private FoundDevice.Builder begin(Matcher row, int line, Warnings warnings) {
    String name = row.group(2);
    if (name.endsWith("...")) {
      warnings.value(line, "Name", name, "the whole name, as nvidia-smi -q -x prints it");
    }
    return new FoundDevice.Builder(vendor(), Integer.parseInt(row.group(1)))
        .name(Optional.of(name))
        .pci(PciAddress.parse(row.group(3)));
  }

  private static FoundDevice.Builder measures(Matcher row, FoundDevice.Builder device) {
    return device
        .measure(Metric.TEMPERATURE, number(row, 1))
        .measure(Metric.POWER, number(row, 2))
        .measure(Metric.POWER_LIMIT, number(row, 3))
        .measure(Metric.MEMORY_USED, number(row, 4).map(mib -> mib * (1L << 20)))
        .measure(Metric.UTILISATION, number(row, 6).map(percent -> percent * 0.01))
        .memory(Amounts.of(new BigDecimal(row.group(5)), 1L << 20));
  }

  private static Optional<Double> number(Matcher row, int group) {
    return Optional.ofNullable(row.group(group)).map(Double::valueOf);
  }
}
