package dev.weir.model.allocation;

import java.util.List;

/** What one task holds of its node's devices. Masks have one bit per device position. */
public sealed interface DeviceBooking {
  /** No device. */
  None NONE = new None();

  /** Positions of the devices that are touched. */
  long mask();

  /** No device. */
  record None() implements DeviceBooking {
    @Override
    public long mask() {
      return 0;
    }
  }

  /** Whole devices. */
  record Whole(long mask) implements DeviceBooking {}

  /**
   * The same share and memory on each device of the mask.
   *
   * @param milli compute share per device, 1 to 1000
   * @param memoryBytes device memory per device
   */
  record Fraction(long mask, int milli, long memoryBytes) implements DeviceBooking {}

  /** MIG instances, each at its placement. */
  record Mig(List<MigInstance> instances) implements DeviceBooking {
    public Mig {
      instances = List.copyOf(instances);
    }

    @Override
    public long mask() {
      long mask = 0;
      for (MigInstance i : instances) {
        mask |= 1L << i.device();
      }
      return mask;
    }
  }
}
