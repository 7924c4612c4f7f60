package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.reading.Entry;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.JsonText;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * JSON that lists devices as flat objects: a vendor is one row of this class. The list is the array
 * itself or a member of the object around it.
 */
public final class PlainJson implements Format {
  private final String command;
  private final String vendor;
  private final Pattern mark;
  private final List<String> list;
  private final Keys keys;

  /** Names of the members of one device; the unit of memory is that of numbers without one. */
  private record Keys(
      String index,
      String name,
      String uuid,
      String bus,
      String memory,
      String memoryUnit,
      String temperature,
      String power,
      String utilisation) {}

  private PlainJson(String command, String vendor, String mark, List<String> list, Keys keys) {
    this.command = command;
    this.vendor = vendor;
    this.mark = Pattern.compile("(?s)\\s*" + mark + ".*");
    this.list = list;
    this.keys = keys;
  }

  /** {@code mthreads-gmi -q --json} of Moore Threads. */
  public static PlainJson mooreThreads() {
    return new PlainJson(
        "mthreads-gmi --json",
        "mthreads",
        "\\{\\s*\"gpus\"\\s*:",
        List.of("gpus"),
        new Keys(
            "index",
            "product_name",
            "uuid",
            "pci_bus_id",
            "memory_total",
            "MiB",
            "temperature",
            "power_draw",
            "gpu_util"));
  }

  /** {@code xpu-smi discovery -j} of Intel: an array, or {@code device_list} around it. */
  public static PlainJson intel() {
    return new PlainJson(
        "xpu-smi discovery -j",
        "intel",
        "(\\{\\s*\"device_list\"\\s*:\\s*)?\\[\\s*\\{\\s*\"(device_id|device_function_type)\"",
        List.of("device_list"),
        new Keys(
            "device_id",
            "device_name",
            "uuid",
            "pci_bdf_address",
            "memory_physical_size_byte",
            "B",
            "temperature",
            "power",
            "utilization"));
  }

  /** Listings of Ascend cards as JSON. */
  public static PlainJson ascend() {
    return new PlainJson(
        "npu-smi (JSON)",
        "huawei",
        "\\{\\s*\"NPU\"\\s*:",
        List.of("NPU"),
        new Keys(
            "NPU ID",
            "Name",
            "UUID",
            "Bus-Id",
            "HBM Capacity(MB)",
            "MB",
            "Temperature(C)",
            "Power(W)",
            "Aicore Usage Rate(%)"));
  }

  /** {@code mx-smi -j} of MetaX, which counts devices and does not describe them. */
  public static PlainJson metax() {
    return new PlainJson(
        "mx-smi (JSON)",
        "metax",
        "\\{\\s*\"maca_version\"\\s*:",
        List.of("gpus"),
        new Keys(
            "index",
            "name",
            "uuid",
            "bus_id",
            "memory_total",
            "MiB",
            "temperature",
            "power",
            "utilization"));
  }

  @Override
  public String name() {
    return command;
  }

  @Override
  public String vendor() {
    return vendor;
  }

  @Override
  public boolean fits(Output output) {
    return mark.matcher(output.text()).matches();
  }

  @Override
  public Inventory read(Output output) {
    var warnings = new Warnings(output);
    var devices = new Devices(warnings);
    for (Entry document : JsonText.read(output, warnings)) {
      List<Entry> items = items(document);
      for (int i = 0; i < items.size(); i++) {
        device(items.get(i), i, devices, warnings);
      }
      new Fields(document, "", warnings)
          .whole(0, Devices.MAX_INDEX, "attached_gpus")
          .filter(attached -> attached != items.size())
          .ifPresent(
              attached ->
                  warnings.add(
                      document.line(),
                      "attached_gpus",
                      "says %d, but %d are described".formatted(attached, items.size()),
                      "a description of each"));
    }
    return devices.inventory();
  }

  private List<Entry> items(Entry document) {
    for (String member : list) {
      Optional<Entry> items = document.at(member);
      if (items.isPresent()) {
        return items.get().children();
      }
    }
    return document.children().stream().filter(child -> child.name().isEmpty()).toList();
  }

  private void device(Entry item, int place, Devices devices, Warnings warnings) {
    String field = "[" + place + "]";
    Fields fields = new Fields(item, field, warnings);
    Optional<String> name = fields.required("the name of the model", keys.name());
    if (name.isEmpty() && fields.text(keys.uuid()).isEmpty()) {
      return;
    }
    int index = fields.whole(0, Devices.MAX_INDEX, keys.index()).orElse(place);
    devices.add(
        new FoundDevice.Builder(vendor, index)
            .name(name)
            .uuid(fields.text(keys.uuid()))
            .pci(fields.pci(keys.bus()))
            .memory(fields.bytes(keys.memoryUnit(), keys.memory()))
            .measure(Metric.TEMPERATURE, fields.celsius(keys.temperature()))
            .measure(Metric.POWER, fields.number("W", 1, keys.power()))
            .measure(Metric.UTILISATION, fields.number("%", 0.01, keys.utilisation()))
            .build(),
        item.line(),
        field);
  }
}
