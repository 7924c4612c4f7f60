package dev.weir.model.fleet;

import java.util.List;
import java.util.Optional;

/**
 * The vendor's placement table of one device model.
 *
 * @param computeSlices compute slices of the device (7 on A100, 4 on A30)
 * @param memorySlices memory slices of the device (8 on A100, 4 on A30)
 * @param derived true when no real listing was seen and the table follows the family's geometry
 */
public record MigTable(
    int computeSlices, int memorySlices, List<MigProfile> profiles, boolean derived) {
  public MigTable {
    profiles = List.copyOf(profiles);
    for (MigProfile p : profiles) {
      for (int start : p.starts()) {
        if (start < 0 || start + p.memorySlices() > memorySlices) {
          throw new IllegalArgumentException(
              "MIG profile %s at %d leaves the device's %d memory slices"
                  .formatted(p.name(), start, memorySlices));
        }
      }
    }
  }

  public Optional<MigProfile> profile(String name) {
    return profiles.stream().filter(p -> p.name().equals(name)).findFirst();
  }

  /** Charge of one instance in milli-devices: 1000 × memory slices ÷ slices of the device. */
  public int chargeMilli(MigProfile profile) {
    return Math.ceilDiv(1000 * profile.memorySlices(), memorySlices);
  }
}
