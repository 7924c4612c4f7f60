package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.reading.BlockText;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import dev.weir.model.unit.Bytes;
import java.util.Optional;

/**
 * {@code npu-smi info -t common|usages -i n}: keys and values of one card. A later part about the
 * card's controller ("mcu") repeats keys; the first of a name is the accelerator's.
 */
public final class AscendBlock implements Format {
  @Override
  public String name() {
    return "npu-smi info -t common|usages -i n";
  }

  @Override
  public String vendor() {
    return "huawei";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream().limit(5).anyMatch(line -> line.matches("\\s*NPU ID\\s+: .*"));
  }

  @Override
  public boolean details() {
    return true;
  }

  @Override
  public Inventory read(Output output) {
    var warnings = Warnings.ofLines(output);
    var devices = new Devices(warnings);
    Fields fields = new Fields(BlockText.read(output), "", warnings);
    Optional<Integer> index = fields.whole(0, Devices.MAX_INDEX, "NPU ID");
    if (index.isEmpty()) {
      warnings.add(0, "NPU ID", "is missing", "the number of the card");
      return devices.inventory();
    }
    devices.add(
        new FoundDevice.Builder(vendor(), index.get())
            .memory(
                fields
                    .bytes("MB", "HBM Capacity(MB)")
                    .filter(bytes -> bytes.compareTo(Bytes.ZERO) > 0)
                    .or(() -> fields.bytes("MB", "DDR Capacity(MB)"))
                    .filter(bytes -> bytes.compareTo(Bytes.ZERO) > 0))
            .measure(Metric.UTILISATION, fields.number("%", 0.01, "Aicore Usage Rate(%)"))
            .measure(Metric.MEMORY_BUSY, fields.number("%", 0.01, "HBM Bandwidth Usage Rate(%)"))
            .measure(Metric.TEMPERATURE, fields.celsius("Temperature(C)"))
            .measure(Metric.POWER, fields.number("W", 1, "NPU Real-time Power(W)"))
            .measure(Metric.COMPUTE_CLOCK, fields.number("MHz", 1e6, "Aicore curFreq(MHZ)"))
            .fact("cores", fields.text("Aicore Count"))
            .fact("chips", fields.text("Chip Count"))
            .build(),
        1,
        "NPU ID");
    return devices.inventory();
  }
}
