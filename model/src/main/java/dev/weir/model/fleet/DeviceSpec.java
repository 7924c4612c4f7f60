package dev.weir.model.fleet;

import dev.weir.model.allocation.MigInstance;
import java.util.List;

/**
 * One accelerator of a node; its number is its position in {@link NodeSpec#devices()}.
 *
 * @param sharable whether fractions may be placed on it
 * @param layout the MIG instances that exist, for {@link MigMode#FIXED}; else empty
 * @param uuid the vendor's identity, empty when unknown
 */
public record DeviceSpec(
    DeviceModel model, boolean sharable, MigMode migMode, List<MigInstance> layout, String uuid) {
  public DeviceSpec {
    layout = List.copyOf(layout);
    if (migMode != MigMode.OFF && model.mig().isEmpty()) {
      throw new IllegalArgumentException("device model " + model.name() + " has no MIG table");
    }
    if (migMode != MigMode.FIXED && !layout.isEmpty()) {
      throw new IllegalArgumentException("only a device of fixed MIG layout lists its instances");
    }
  }

  /** A device that is used whole or by fractions. */
  public static DeviceSpec of(DeviceModel model) {
    return new DeviceSpec(model, true, MigMode.OFF, List.of(), "");
  }

  /** A device whose MIG instances are made on demand. */
  public static DeviceSpec mig(DeviceModel model) {
    return new DeviceSpec(model, true, MigMode.DYNAMIC, List.of(), "");
  }
}
