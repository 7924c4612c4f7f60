package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;

/** {@code nvidia-smi topo -m}: links between devices, near processors and NUMA nodes. */
public final class NvidiaTopology implements Format {
  @Override
  public String name() {
    return "nvidia-smi topo -m";
  }

  @Override
  public String vendor() {
    return "nvidia";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream()
        .limit(5)
        .anyMatch(line -> line.matches("\\s*GPU0\\s.*CPU Affinity.*"));
  }

  @Override
  public boolean details() {
    return true;
  }

  @Override
  public Inventory read(Output output) {
    return new LinkMatrix(vendor(), "GPU", Warnings.ofLines(output)).read(output);
  }
}
