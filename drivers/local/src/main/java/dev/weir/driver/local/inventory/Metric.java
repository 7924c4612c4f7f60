package dev.weir.driver.local.inventory;

import dev.weir.model.doc.Doc;

/** What can be measured of a device or a task; each value is a number in the metric's unit. */
@Doc("What can be measured of a device.")
public enum Metric {
  /** Share of time in which something ran on the device, 0 to 1. */
  UTILISATION("ratio"),
  /** Share of time in which the device's memory was read or written, 0 to 1. */
  MEMORY_BUSY("ratio"),
  /** Device memory in use, or resident memory of a task. */
  MEMORY_USED("bytes"),
  TEMPERATURE("celsius"),
  MEMORY_TEMPERATURE("celsius"),
  POWER("watts"),
  POWER_LIMIT("watts"),
  COMPUTE_CLOCK("hertz"),
  MEMORY_CLOCK("hertz"),
  /** Memory errors that were corrected, since the driver was loaded. */
  ECC_CORRECTED("errors"),
  /** Memory errors that were not, since the driver was loaded. */
  ECC_UNCORRECTED("errors"),
  /** Packets that the PCI link had to send again, since the driver was loaded. */
  PCI_REPLAYS("packets"),
  /** Processor time that a task has used since its start. */
  CPU_TIME("seconds");

  private final String unit;

  Metric(String unit) {
    this.unit = unit;
  }

  /** The unit of every value, in the plural or as a ratio. */
  public String unit() {
    return unit;
  }
}
