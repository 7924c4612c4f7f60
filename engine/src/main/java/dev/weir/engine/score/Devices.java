package dev.weir.engine.score;

import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/** Sums over a node's devices that several scores need. */
final class Devices {
  private Devices() {}

  /** Idle milli-devices of the node. */
  static long idle(Node node) {
    long idle = 0;
    for (int d = 0; d < node.deviceCount(); d++) {
      idle += node.idleMilli(d);
    }
    return idle;
  }

  /** Prefers the device with the least idle share. */
  static double leastIdleFirst(Node node, DeviceBooking devices) {
    return devices.mask() == 0 ? 0 : -node.idleMilli(Long.numberOfTrailingZeros(devices.mask()));
  }
}
