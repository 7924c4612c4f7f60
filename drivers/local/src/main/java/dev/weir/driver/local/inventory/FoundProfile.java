package dev.weir.driver.local.inventory;

import dev.weir.model.unit.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * A MIG profile that the driver offers for a device.
 *
 * @param id the driver's number of the profile
 * @param name the vendor's name, for example {@code 3g.40gb}
 * @param memory memory of an instance
 * @param maxCount most instances of it on the device
 * @param starts memory slices at which an instance may begin; empty when that was not listed
 * @param size memory slices of an instance
 */
public record FoundProfile(
    int id,
    Optional<String> name,
    Optional<Bytes> memory,
    Optional<Integer> maxCount,
    List<Integer> starts,
    Optional<Integer> size) {
  public FoundProfile {
    starts = List.copyOf(starts);
  }

  /** This profile, with what another listing says where this one says nothing. */
  public FoundProfile or(FoundProfile more) {
    return new FoundProfile(
        id,
        name.or(more::name),
        memory.or(more::memory),
        maxCount.or(more::maxCount),
        starts.isEmpty() ? more.starts : starts,
        size.or(more::size));
  }
}
