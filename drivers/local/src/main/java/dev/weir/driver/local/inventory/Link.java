package dev.weir.driver.local.inventory;

/**
 * How two devices of a host reach each other.
 *
 * @param from the tool's number of the one device
 * @param to the tool's number of the other; larger than {@code from}
 * @param lanes bonded links side by side, for {@link Kind#NVLINK} (18 on an H100 behind a switch);
 *     1 for all others
 */
public record Link(int from, int to, Kind kind, int lanes) {
  /** Kinds of links, the closest first. */
  public enum Kind {
    NVLINK,
    HCCS,
    XGMI,
    /** At most one PCI switch. */
    PIX,
    /** Several PCI switches. */
    PXB,
    /** PCI, of which no more is known. */
    PCI,
    /** A PCI host bridge. */
    PHB,
    /** The interconnect between host bridges of one NUMA node. */
    NODE,
    /** The interconnect between NUMA nodes. */
    SYS;

    /** Whether devices joined by it form a domain of their own, apart from PCI. */
    public boolean direct() {
      return this == NVLINK || this == HCCS || this == XGMI;
    }
  }
}
