package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.reading.BlockText;
import dev.weir.driver.local.inventory.reading.Entry;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.List;
import java.util.Optional;

/**
 * The block {@code Fabric} of {@code nvidia-smi -q}: to which NVLink domain beyond this host the
 * devices belong. Only this block counts; a key of the same name elsewhere is something else.
 */
public final class NvidiaFabric implements Format {
  /** Fact of a device: its NVLink domain, {@code cluster uuid.clique}. */
  public static final String FACT = "nvlinkDomain";

  /**
   * The domain, when the driver names one. Machines without an NVLink switch outside report a
   * cluster of all zeros: they are in no domain beyond themselves.
   */
  static Optional<String> domain(Optional<String> cluster, Optional<String> clique) {
    return cluster
        .filter(uuid -> !uuid.replace("-", "").matches("0*"))
        .flatMap(uuid -> clique.map(number -> uuid + "." + number));
  }

  @Override
  public String name() {
    return "nvidia-smi -q (Fabric)";
  }

  @Override
  public String vendor() {
    return "nvidia";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream().anyMatch(line -> line.strip().equals("Fabric"));
  }

  @Override
  public boolean details() {
    return true;
  }

  @Override
  public Inventory read(Output output) {
    var warnings = Warnings.ofLines(output);
    var devices = new Devices(warnings);
    List<Entry> blocks = NvidiaFabric.blocks(BlockText.read(output));
    for (int i = 0; i < blocks.size(); i++) {
      Fields fields = new Fields(blocks.get(i), "Fabric[" + i + "]", warnings);
      devices.add(
          new FoundDevice.Builder(vendor(), i)
              .fact("fabricState", fields.text("State"))
              .fact("fabricStatus", fields.text("Status"))
              .fact(FACT, domain(fields.text("ClusterUUID"), fields.text("CliqueId")))
              .build(),
          blocks.get(i).line(),
          "Fabric[" + i + "]");
    }
    return devices.inventory();
  }

  private static List<Entry> blocks(Entry entry) {
    return entry.children().stream()
        .flatMap(
            child ->
                child.name().equals("Fabric")
                    ? java.util.stream.Stream.of(child)
                    : blocks(child).stream())
        .toList();
  }
}
