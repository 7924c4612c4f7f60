package dev.weir.driver.local.inventory;

import dev.weir.model.unit.Bytes;
import java.util.Optional;

/**
 * A MIG instance that exists on a device.
 *
 * @param gpuInstance the driver's number of the instance on its device
 * @param computeInstance the driver's number of the compute instance in it, where it was listed
 * @param profile the vendor's name, for example {@code 3g.40gb}
 * @param start first memory slice
 * @param size memory slices
 */
public record FoundInstance(
    int gpuInstance,
    Optional<Integer> computeInstance,
    Optional<String> profile,
    Optional<Integer> start,
    Optional<Integer> size,
    Optional<Bytes> memory,
    Optional<String> uuid) {

  /** An instance of which only the number is known. */
  public static FoundInstance of(int gpuInstance) {
    return new FoundInstance(
        gpuInstance,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** This instance, with what another listing says where this one says nothing. */
  public FoundInstance or(FoundInstance more) {
    return new FoundInstance(
        gpuInstance,
        computeInstance.or(more::computeInstance),
        profile.or(more::profile),
        start.or(more::start),
        size.or(more::size),
        memory.or(more::memory),
        uuid.or(more::uuid));
  }
}
