package dev.weir.model.fleet;

import dev.weir.model.unit.Bytes;
import java.util.Optional;

/**
 * A model of accelerator.
 *
 * @param name the fleet's name for it, for example {@code A100-80}
 * @param vendor for example {@code nvidia}, {@code amd}, {@code huawei}
 * @param memory device memory
 * @param memoryBandwidth bytes per second; 0 = not stated
 * @param computeCapability major × 10 + minor (80 for 8.0); 0 = not stated
 * @param mig placement table; empty when the model has no MIG
 */
public record DeviceModel(
    String name,
    String vendor,
    Bytes memory,
    long memoryBandwidth,
    int computeCapability,
    Optional<MigTable> mig) {
  public DeviceModel {
    if (name.isBlank() || name.contains("|") || name.contains("/")) {
      throw new IllegalArgumentException(
          "a device model's name must not be blank and must not hold '|' or '/': " + name);
    }
  }

  /** A model of which nothing but name and memory is known. */
  public static DeviceModel of(String name, Bytes memory) {
    return new DeviceModel(name, "unknown", memory, 0, 0, Optional.empty());
  }
}
