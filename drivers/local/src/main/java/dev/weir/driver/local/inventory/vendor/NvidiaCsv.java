package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.reading.Entry;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code nvidia-smi --query-gpu=... --format=csv}. With {@code noheader} the columns are what the
 * caller asked for: the text alone does not say.
 */
public final class NvidiaCsv implements Format {
  private final List<String> asked;

  /** Reads output with a header line. */
  public NvidiaCsv() {
    this(List.of());
  }

  /** Reads output without a header line, of the fields that were asked for. */
  public NvidiaCsv(List<String> asked) {
    this.asked = List.copyOf(asked);
  }

  @Override
  public String name() {
    return "nvidia-smi --query-gpu --format=csv";
  }

  @Override
  public String vendor() {
    return "nvidia";
  }

  @Override
  public boolean fits(Output output) {
    List<String> lines = output.lines();
    return !lines.isEmpty()
        && (!asked.isEmpty()
            || lines.getFirst().matches("(name|index|uuid|pci\\.bus_id|timestamp)\\b.*, .*"));
  }

  @Override
  public Inventory read(Output output) {
    var warnings = Warnings.ofLines(output);
    var devices = new Devices(warnings);
    List<String> columns = asked;
    int number = 0;
    for (String line : output.lines()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      if (columns.isEmpty()) {
        columns = header(line);
      } else {
        row(line, number, columns, devices, warnings);
      }
    }
    return devices.inventory();
  }

  private static List<String> header(String line) {
    List<String> columns = new ArrayList<>();
    for (String title : line.split(",")) {
      columns.add(title.strip().replaceFirst("\\s*\\[.*\\]$", ""));
    }
    return columns;
  }

  private void row(
      String line, int number, List<String> columns, Devices devices, Warnings warnings) {
    List<String> cells = List.of(line.split(",", -1));
    if (cells.size() != columns.size()) {
      warnings.add(
          number,
          "",
          "has %d fields and is left out".formatted(cells.size()),
          columns.size() + " fields");
      return;
    }
    Entry row = Entry.ofRow(number, columns, cells);
    Fields fields = new Fields(row, "", warnings);
    Optional<String> name = fields.text("name", "gpu_name");
    Optional<String> uuid = fields.text("uuid", "gpu_uuid");
    Optional<Integer> index = fields.whole(0, Devices.MAX_INDEX, "index");
    boolean nameless = name.isEmpty() && uuid.isEmpty() && index.isEmpty();
    if (nameless && columns.stream().anyMatch(List.of("name", "uuid", "index")::contains)) {
      warnings.add(number, "name", "names no device and is left out", "a name, uuid or index");
      return;
    }
    var device =
        new FoundDevice.Builder(vendor(), index.orElse(devices.size()))
            .name(name)
            .uuid(uuid)
            .pci(fields.pci("pci.bus_id", "gpu_bus_id"))
            .memory(fields.bytes("MiB", "memory.total"))
            .mig(fields.text("mig.mode.current").map(mode -> mode.equals("Enabled")))
            .fact("driver", fields.text("driver_version"))
            .fact("computeCapability", fields.text("compute_cap"))
            .fact("clique", fields.text("fabric.clique_id", "fabric.cliqueId"))
            .fact(
                NvidiaFabric.FACT,
                NvidiaFabric.domain(
                    fields.text("fabric.clusterUuid", "fabric.cluster_uuid"),
                    fields.text("fabric.cliqueId", "fabric.clique_id")));
    measures(fields, device);
    devices.add(device.build(), number, "");
  }

  private static void measures(Fields fields, FoundDevice.Builder device) {
    device
        .measure(Metric.UTILISATION, fields.number("%", 0.01, "utilization.gpu"))
        .measure(Metric.MEMORY_BUSY, fields.number("%", 0.01, "utilization.memory"))
        .measure(
            Metric.MEMORY_USED,
            fields.bytes("MiB", "memory.used").map(bytes -> (double) bytes.value()))
        .measure(Metric.TEMPERATURE, fields.celsius("temperature.gpu"))
        .measure(Metric.POWER, fields.number("W", 1, "power.draw"))
        .measure(Metric.POWER_LIMIT, fields.number("W", 1, "power.limit"))
        .measure(Metric.COMPUTE_CLOCK, fields.number("MHz", 1e6, "clocks.current.sm", "clocks.sm"))
        .measure(
            Metric.MEMORY_CLOCK, fields.number("MHz", 1e6, "clocks.current.memory", "clocks.mem"));
  }
}
