package dev.weir.testkit;

import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.unit.Bytes;
import java.util.Optional;

/** Device models for tests; memory and compute capability as their vendors state them. */
public final class DeviceModels {
  public static final DeviceModel T4 = nvidia("T4", 16, 75);
  public static final DeviceModel V100 = nvidia("V100", 32, 70);
  public static final DeviceModel A100 = nvidia("A100", 80, 80);
  public static final DeviceModel H100 = nvidia("H100", 80, 90);

  private DeviceModels() {}

  private static DeviceModel nvidia(String name, int gib, int capability) {
    return new DeviceModel(name, "nvidia", Bytes.ofGib(gib), 0, capability, Optional.empty());
  }
}
