package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.FoundInstance;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.reading.Entry;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import dev.weir.driver.local.inventory.reading.XmlText;
import java.util.List;
import java.util.Optional;

/** {@code nvidia-smi -q -x}: everything that the driver says, in the forms of DTD 10 to 13. */
public final class NvidiaQueryXml implements Format {
  @Override
  public String name() {
    return "nvidia-smi -q -x";
  }

  @Override
  public String vendor() {
    return "nvidia";
  }

  @Override
  public boolean fits(Output output) {
    return output.text().contains("<nvidia_smi_log");
  }

  @Override
  public Inventory read(Output output) {
    var warnings = new Warnings(output);
    var devices = new Devices(warnings);
    Optional<Entry> log = XmlText.read(output, warnings).at("nvidia_smi_log");
    if (log.isEmpty()) {
      warnings.add(1, "", "has no element nvidia_smi_log", "the output of nvidia-smi -q -x");
      return devices.inventory();
    }
    Fields head = new Fields(log.get(), "", warnings);
    List<Entry> gpus = log.get().all("gpu");
    for (int i = 0; i < gpus.size(); i++) {
      read(gpus.get(i), i, head, devices, warnings);
    }
    int seen = gpus.size();
    head.whole(0, Devices.MAX_INDEX, "attached_gpus")
        .filter(attached -> attached != seen)
        .ifPresent(
            attached ->
                warnings.add(
                    log.get().line(),
                    "attached_gpus",
                    "says %d, but %d are described".formatted(attached, seen),
                    "a description of each"));
    return devices.inventory();
  }

  private void read(Entry gpu, int index, Fields head, Devices devices, Warnings warnings) {
    String field = "gpu[" + index + "]";
    Fields fields = new Fields(gpu, field, warnings);
    Optional<String> name = fields.required("the name of the model", "product_name");
    Optional<String> uuid = fields.required("an identity such as GPU-...", "uuid");
    if (name.isEmpty() && uuid.isEmpty()) {
      warnings.add(gpu.line(), field, "is left out", "a device with a name or an identity");
      return;
    }
    var device = new FoundDevice.Builder(vendor(), index).name(name).uuid(uuid);
    device.pci(fields.pci("pci/pci_bus_id", "@id"));
    device.memory(fields.bytes("MiB", "fb_memory_usage/total"));
    mig(gpu, field, device, warnings);
    measures(fields, device);
    device
        .fact("driver", head.text("driver_version"))
        .fact("cuda", head.text("cuda_version"))
        .fact("serial", fields.text("serial").filter(serial -> !serial.matches("0+")))
        .fact("architecture", fields.text("product_architecture"))
        .fact("minor", fields.text("minor_number"))
        .fact("module", fields.text("gpu_module_id"))
        .fact("computeMode", fields.text("compute_mode"))
        .fact("resetRequired", fields.text("gpu_reset_status/reset_required"))
        .fact("recoveryAction", fields.text("gpu_recovery_action"))
        .fact(
            NvidiaFabric.FACT,
            NvidiaFabric.domain(
                fields.text("fabric/clusterUuid", "fabric/cluster_uuid"),
                fields.text("fabric/cliqueId", "fabric/clique_id")));
    devices.add(device.build(), gpu.line(), field);
  }

  private static void mig(Entry gpu, String field, FoundDevice.Builder device, Warnings warnings) {
    Optional<String> mode = new Fields(gpu, field, warnings).text("mig_mode/current_mig");
    device.mig(mode.map(text -> text.equals("Enabled")));
    List<Entry> instances =
        gpu.at("mig_devices").map(list -> list.all("mig_device")).orElse(List.of());
    for (int i = 0; i < instances.size(); i++) {
      Fields fields = new Fields(instances.get(i), field + ".mig_device[" + i + "]", warnings);
      fields
          .whole(0, 255, "gpu_instance_id")
          .ifPresent(
              number ->
                  device.instance(
                      new FoundInstance(
                          Optional.of(number),
                          fields.whole(0, 255, "index"),
                          fields.whole(0, 255, "compute_instance_id"),
                          Optional.empty(),
                          Optional.empty(),
                          Optional.empty(),
                          fields.bytes("MiB", "fb_memory_usage/total"),
                          fields.text("uuid"))));
    }
  }

  private static void measures(Fields fields, FoundDevice.Builder device) {
    device
        .measure(Metric.UTILISATION, fields.number("%", 0.01, "utilization/gpu_util"))
        .measure(Metric.MEMORY_BUSY, fields.number("%", 0.01, "utilization/memory_util"))
        .measure(
            Metric.MEMORY_USED,
            fields.bytes("MiB", "fb_memory_usage/used").map(bytes -> (double) bytes.value()))
        .measure(Metric.TEMPERATURE, fields.celsius("temperature/gpu_temp"))
        .measure(Metric.MEMORY_TEMPERATURE, fields.celsius("temperature/memory_temp"))
        .measure(
            Metric.POWER,
            fields.number(
                "W",
                1,
                "gpu_power_readings/instant_power_draw",
                "gpu_power_readings/power_draw",
                "gpu_power_readings/average_power_draw",
                "power_readings/power_draw"))
        .measure(
            Metric.POWER_LIMIT,
            fields.number(
                "W",
                1,
                "gpu_power_readings/current_power_limit",
                "power_readings/power_limit",
                "power_readings/enforced_power_limit"))
        .measure(Metric.COMPUTE_CLOCK, fields.number("MHz", 1e6, "clocks/sm_clock"))
        .measure(Metric.MEMORY_CLOCK, fields.number("MHz", 1e6, "clocks/mem_clock"))
        .measure(Metric.PCI_REPLAYS, fields.number("", 1, "pci/replay_counter"))
        .measure(Metric.ECC_CORRECTED, ecc(fields, "correctable", "single_bit"))
        .measure(Metric.ECC_UNCORRECTED, ecc(fields, "uncorrectable", "double_bit"));
  }

  /** Since Ampere the counts stand by kind of memory, before by number of bits. */
  private static Optional<Double> ecc(Fields fields, String kind, String bits) {
    Optional<Double> before = fields.number("", 1, "ecc_errors/volatile/" + bits + "/total");
    Optional<Double> sram =
        fields.number("", 1, "ecc_errors/volatile/sram_" + kind).or(() -> parity(fields, kind));
    Optional<Double> dram = fields.number("", 1, "ecc_errors/volatile/dram_" + kind);
    if (sram.isEmpty() && dram.isEmpty()) {
      return before;
    }
    return Optional.of(sram.orElse(0.0) + dram.orElse(0.0));
  }

  /** Newer drivers split the uncorrected errors of SRAM by how they were found. */
  private static Optional<Double> parity(Fields fields, String kind) {
    if (!kind.equals("uncorrectable")) {
      return Optional.empty();
    }
    Optional<Double> byParity =
        fields.number("", 1, "ecc_errors/volatile/sram_uncorrectable_parity");
    Optional<Double> byCode = fields.number("", 1, "ecc_errors/volatile/sram_uncorrectable_secded");
    return byParity.isEmpty() && byCode.isEmpty()
        ? Optional.empty()
        : Optional.of(byParity.orElse(0.0) + byCode.orElse(0.0));
  }
}
