package dev.weir.driver.local.inventory;

import dev.weir.model.unit.Bytes;
import java.util.Optional;

/**
 * A MIG instance that exists on a device. Listings name it by its number or by its place, so either
 * may be unknown.
 *
 * @param gpuInstance the driver's number of the instance on its device
 * @param place its place among the instances of the device ("Device 0")
 * @param computeInstance the driver's number of the compute instance in it
 * @param profile the vendor's name, for example {@code 3g.40gb}
 * @param start first memory slice
 * @param size memory slices
 */
public record FoundInstance(
    Optional<Integer> gpuInstance,
    Optional<Integer> place,
    Optional<Integer> computeInstance,
    Optional<String> profile,
    Optional<Integer> start,
    Optional<Integer> size,
    Optional<Bytes> memory,
    Optional<String> uuid) {

  /** Whether both tell of the same instance. */
  boolean same(FoundInstance other) {
    if (gpuInstance.isPresent() && other.gpuInstance.isPresent()) {
      boolean apart =
          computeInstance.isPresent()
              && other.computeInstance.isPresent()
              && !computeInstance.equals(other.computeInstance);
      return gpuInstance.equals(other.gpuInstance) && !apart;
    }
    return place.isPresent() && place.equals(other.place);
  }

  /** This instance, with what another listing says where this one says nothing. */
  public FoundInstance or(FoundInstance more) {
    return new FoundInstance(
        gpuInstance.or(more::gpuInstance),
        place.or(more::place),
        computeInstance.or(more::computeInstance),
        profile.or(more::profile),
        start.or(more::start),
        size.or(more::size),
        memory.or(more::memory),
        uuid.or(more::uuid));
  }
}
