package dev.weir.model.job;

import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.unit.Bytes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which device models a request accepts. All conditions must hold.
 *
 * @param models accepted model names; empty = any
 * @param minMemory device memory of at least this
 * @param minBandwidth memory bandwidth of at least this, bytes per second; 0 = no condition
 * @param minComputeCapability major × 10 + minor; 0 = no condition
 */
public record DeviceFilter(
    Set<String> models, Bytes minMemory, long minBandwidth, int minComputeCapability) {
  public static final DeviceFilter ANY = new DeviceFilter(Set.of(), Bytes.ZERO, 0, 0);

  public DeviceFilter {
    models = java.util.Collections.unmodifiableSet(new TreeSet<>(models));
  }

  public static DeviceFilter model(String... names) {
    return new DeviceFilter(new TreeSet<>(List.of(names)), Bytes.ZERO, 0, 0);
  }

  public boolean accepts(DeviceModel m) {
    return (models.isEmpty() || models.contains(m.name()))
        && m.memory().value() >= minMemory.value()
        && m.memoryBandwidth() >= minBandwidth
        && m.computeCapability() >= minComputeCapability;
  }
}
