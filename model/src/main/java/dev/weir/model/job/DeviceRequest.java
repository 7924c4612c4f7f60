package dev.weir.model.job;

import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.GpuShare;

/** What one task asks of the devices of one node. Several devices are all of one model. */
public sealed interface DeviceRequest {
  None NONE = new None();

  /** No device. */
  record None() implements DeviceRequest {}

  /** {@code count} whole devices. */
  record Whole(int count, DeviceFilter filter) implements DeviceRequest {
    public Whole {
      atLeastOne(count);
    }
  }

  /**
   * A fraction of each of {@code count} devices. It books share and memory and is charged the
   * larger of the two.
   */
  record Fraction(int count, GpuShare share, Bytes memory, DeviceFilter filter)
      implements DeviceRequest {
    public Fraction {
      atLeastOne(count);
    }
  }

  /** {@code count} MIG instances of one profile. */
  record Mig(int count, String profile, DeviceFilter filter) implements DeviceRequest {
    public Mig {
      atLeastOne(count);
    }
  }

  private static void atLeastOne(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a device request asks for at least 1, not " + count);
    }
  }
}
