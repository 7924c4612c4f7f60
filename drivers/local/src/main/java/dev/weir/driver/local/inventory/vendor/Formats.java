package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.reading.Output;
import java.util.List;
import java.util.Optional;

/** The kinds of output that are known. */
public final class Formats {
  private static final List<Format> ALL =
      List.of(
          new NvidiaQueryXml(),
          new NvidiaTopology(),
          new MigListing(),
          new NvidiaList(),
          new NvidiaTable(),
          new DcgmMetrics(),
          new NvidiaFabric(),
          new NvidiaCsv(),
          new RocmSmi(),
          new AmdSmi(),
          new AscendTable(),
          new AscendBlock(),
          new AscendTopology(),
          PlainJson.ascend(),
          new MetaxTable(),
          PlainJson.metax(),
          PlainJson.mooreThreads(),
          PlainJson.intel());

  private Formats() {}

  /** All, the more telling ones first. */
  public static List<Format> all() {
    return ALL;
  }

  /** The kind of output that a text is, by its own marks. */
  public static Optional<Format> of(Output output) {
    return ALL.stream().filter(format -> format.fits(output)).findFirst();
  }
}
