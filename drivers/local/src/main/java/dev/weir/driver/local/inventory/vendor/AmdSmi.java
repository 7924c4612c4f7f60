package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.reading.Entry;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.JsonText;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code amd-smi list|static|metric|partition --json}: a bare array of devices, or {@code gpu_data}
 * around it; several documents one after another, each with more about the devices of the first.
 */
public final class AmdSmi implements Format {
  @Override
  public String name() {
    return "amd-smi list|static|metric|partition --json";
  }

  @Override
  public String vendor() {
    return "amd";
  }

  @Override
  public boolean fits(Output output) {
    return output
        .text()
        .matches("(?s)\\s*(\\{\\s*\"gpu_data\"\\s*:\\s*)?\\[\\s*\\{\\s*\"gpu(_id)?\"\\s*:.*");
  }

  @Override
  public Inventory read(Output output) {
    var warnings = new Warnings(output);
    Inventory all = Inventory.EMPTY;
    List<Entry> documents = JsonText.read(output, warnings);
    for (int d = 0; d < documents.size(); d++) {
      Entry document = documents.get(d);
      List<Entry> gpus = document.at("gpu_data").map(Entry::children).orElseGet(document::children);
      var of = new Warnings(output);
      var devices = new Devices(of);
      for (int i = 0; i < gpus.size(); i++) {
        gpu(gpus.get(i), "[" + i + "]", devices, of);
      }
      Inventory more = devices.inventory();
      all = d == 0 ? more : all.enrichedBy(more, output.source());
    }
    var problems = new ArrayList<>(warnings.list());
    problems.addAll(all.warnings());
    return new Inventory(all.devices(), all.links(), problems);
  }

  private void gpu(Entry gpu, String field, Devices devices, Warnings warnings) {
    Fields fields = new Fields(gpu, field, warnings);
    Optional<Integer> index = fields.whole(0, Devices.MAX_INDEX, "gpu", "gpu_id");
    if (index.isEmpty()) {
      warnings.add(gpu.line(), field + ".gpu", "is missing; left out", "the device's number");
      return;
    }
    var device =
        new FoundDevice.Builder(vendor(), index.get())
            .name(fields.text("asic/market_name", "board/product_name"))
            .uuid(fields.text("uuid", "asic/asic_serial"))
            .pci(fields.pci("bdf", "bus/bdf"))
            .memory(fields.bytes("MB", "vram/size"))
            .numaNode(fields.whole(0, Devices.MAX_INDEX, "numa/node"))
            .cpus(cpus(gpu))
            .fact("driver", fields.text("driver/version", "driver/driver_version"))
            .fact("gfx", fields.text("asic/target_graphics_version"))
            .fact("deviceId", fields.text("asic/device_id"))
            .fact("memoryPartition", fields.text("memory"))
            .fact("computePartition", fields.text("accelerator_type"))
            .fact("partition", fields.text("partition_id", "current_partition_id"));
    devices.add(measured(fields, device), gpu.line(), field);
  }

  private static Optional<String> cpus(Entry gpu) {
    return gpu.at("numa/cpu_affinity").stream()
        .flatMap(lists -> lists.children().stream())
        .flatMap(list -> list.at("cpu_cores_affinity").stream())
        .map(Entry::text)
        .filter(text -> text.matches("[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*"))
        .reduce((one, other) -> one + "," + other);
  }

  private static FoundDevice measured(Fields fields, FoundDevice.Builder device) {
    return device
        .measure(Metric.UTILISATION, fields.number("%", 0.01, "usage/gfx_activity"))
        .measure(Metric.MEMORY_BUSY, fields.number("%", 0.01, "usage/umc_activity"))
        .measure(
            Metric.MEMORY_USED,
            fields.bytes("MB", "mem_usage/used_vram").map(bytes -> (double) bytes.value()))
        .measure(Metric.TEMPERATURE, fields.celsius("temperature/hotspot", "temperature/edge"))
        .measure(Metric.MEMORY_TEMPERATURE, fields.celsius("temperature/mem"))
        .measure(Metric.POWER, fields.number("W", 1, "power/socket_power"))
        .measure(Metric.POWER_LIMIT, fields.number("W", 1, "limit/socket_power", "limit/max_power"))
        .measure(Metric.COMPUTE_CLOCK, fields.number("MHz", 1e6, "clock/gfx_0/clk"))
        .measure(Metric.MEMORY_CLOCK, fields.number("MHz", 1e6, "clock/mem_0/clk"))
        .measure(Metric.ECC_CORRECTED, fields.number("", 1, "ecc/total_correctable_count"))
        .measure(Metric.ECC_UNCORRECTED, fields.number("", 1, "ecc/total_uncorrectable_count"))
        .measure(Metric.PCI_REPLAYS, fields.number("", 1, "pcie/replay_count"))
        .build();
  }
}
