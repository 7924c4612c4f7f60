package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What dcgm-exporter serves: the Prometheus text format with one line per device and metric. Labels
 * changed their case over the years. Values of MIG instances are no values of the device and left
 * aside.
 */
public final class DcgmMetrics implements Format {
  private static final Pattern LINE =
      Pattern.compile("(DCGM_[A-Z0-9_]+)\\{(.*)\\}\\s+(\\S+)(?:\\s+[0-9]+)?");
  private static final Pattern LABEL =
      Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** From here up a value is one of DCGM's marks for "not measured". */
  private static final double BLANK = 0x7ffffffffffffff0L;

  private record Meaning(Metric metric, double factor) {}

  private static final Map<String, Meaning> MEANINGS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("DCGM_FI_DEV_GPU_UTIL", new Meaning(Metric.UTILISATION, 0.01)),
              Map.entry("DCGM_FI_DEV_MEM_COPY_UTIL", new Meaning(Metric.MEMORY_BUSY, 0.01)),
              Map.entry("DCGM_FI_DEV_FB_USED", new Meaning(Metric.MEMORY_USED, 1L << 20)),
              Map.entry("DCGM_FI_DEV_GPU_TEMP", new Meaning(Metric.TEMPERATURE, 1)),
              Map.entry("DCGM_FI_DEV_MEMORY_TEMP", new Meaning(Metric.MEMORY_TEMPERATURE, 1)),
              Map.entry("DCGM_FI_DEV_POWER_USAGE", new Meaning(Metric.POWER, 1)),
              Map.entry("DCGM_FI_DEV_SM_CLOCK", new Meaning(Metric.COMPUTE_CLOCK, 1e6)),
              Map.entry("DCGM_FI_DEV_MEM_CLOCK", new Meaning(Metric.MEMORY_CLOCK, 1e6)),
              Map.entry("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", new Meaning(Metric.PCI_REPLAYS, 1)),
              Map.entry("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", new Meaning(Metric.ECC_CORRECTED, 1)),
              Map.entry("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", new Meaning(Metric.ECC_UNCORRECTED, 1))));

  @Override
  public String name() {
    return "dcgm-exporter";
  }

  @Override
  public String vendor() {
    return "nvidia";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream().anyMatch(line -> line.startsWith("DCGM_FI_"));
  }

  @Override
  public boolean details() {
    return true;
  }

  @Override
  public Inventory read(Output output) {
    var warnings = Warnings.ofLines(output);
    Map<Integer, FoundDevice> devices = new TreeMap<>();
    int number = 0;
    for (String line : output.lines()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Optional<FoundDevice> device = line(line, number, warnings);
      device.ifPresent(found -> devices.merge(found.index(), found, (old, more) -> more.or(old)));
    }
    return new Inventory(List.copyOf(devices.values()), List.of(), warnings.list());
  }

  private Optional<FoundDevice> line(String line, int number, Warnings warnings) {
    Matcher form = LINE.matcher(line.strip());
    if (!form.matches()) {
      warnings.value(number, "", line, "DCGM_...{label=\"value\", ...} number");
      return Optional.empty();
    }
    Map<String, String> labels = labels(form.group(2));
    String index = labels.getOrDefault("gpu", "");
    if (!index.matches("[0-9]{1,4}")) {
      warnings.value(number, "gpu", index, "the number of a device");
      return Optional.empty();
    }
    var device =
        new FoundDevice.Builder(vendor(), Integer.parseInt(index))
            .uuid(label(labels, "uuid"))
            .name(label(labels, "modelname"))
            .pci(label(labels, "pci_bus_id").flatMap(PciAddress::parse))
            .fact("driver", label(labels, "dcgm_fi_driver_version"));
    boolean instance = labels.containsKey("gpu_i_id");
    if (instance) {
      device.mig(Optional.of(true));
    } else {
      measure(form.group(1), form.group(3), number, device, warnings);
    }
    return Optional.of(device.build());
  }

  private static void measure(
      String name, String value, int line, FoundDevice.Builder device, Warnings warnings) {
    Optional<Meaning> meaning = Optional.ofNullable(MEANINGS.get(name));
    if (meaning.isEmpty()) {
      return;
    }
    if (!value.matches("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")) {
      warnings.value(line, name, value, "a number");
      return;
    }
    double number = Double.parseDouble(value);
    if (number < BLANK) {
      Meaning known = meaning.get();
      device.measure(known.metric(), Optional.of(number * known.factor()));
    }
  }

  /** Keys in lower case, for UUID and uuid are both in use. */
  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new TreeMap<>();
    Matcher label = LABEL.matcher(text);
    while (label.find()) {
      labels.put(label.group(1).toLowerCase(Locale.ROOT), label.group(2));
    }
    return labels;
  }

  private static Optional<String> label(Map<String, String> labels, String name) {
    return Optional.ofNullable(labels.get(name)).filter(value -> !value.isBlank());
  }
}
