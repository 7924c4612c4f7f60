package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;

/** {@code npu-smi info -t topo}: links between devices and near processors. */
public final class AscendTopology implements Format {
  @Override
  public String name() {
    return "npu-smi info -t topo";
  }

  @Override
  public String vendor() {
    return "huawei";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream()
        .limit(5)
        .anyMatch(line -> line.matches("\\s*NPU0\\s+NPU1.*|\\s*NPU0\\s+X.*"));
  }

  @Override
  public boolean details() {
    return true;
  }

  @Override
  public Inventory read(Output output) {
    return new LinkMatrix(vendor(), "NPU", Warnings.ofLines(output)).read(output);
  }
}
