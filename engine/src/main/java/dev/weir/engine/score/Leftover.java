package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/** What is left of a device, in units of {@value Kinds#MILLI_PER_UNIT} milli, rounded down. */
final class Leftover {
  private Leftover() {}

  static int units(Node node, int device) {
    return left(node, device, 0, 0);
  }

  /** What would be left after the booking, which takes a part of this device. */
  static int unitsAfter(Node node, Ask ask, DeviceBooking devices, int device) {
    return switch (devices) {
      case DeviceBooking.None none -> units(node, device);
      case DeviceBooking.Whole whole -> 0;
      case DeviceBooking.Fraction f -> left(node, device, f.milli(), f.memoryBytes());
      case DeviceBooking.Mig mig -> left(node, device, Devices.taken(node, ask, mig, device), 0);
    };
  }

  /** The smaller of what is left of share and memory: whichever runs out first ends the sharing. */
  private static int left(Node node, int device, int milli, long bytes) {
    int left = node.idleMilli(device) - milli;
    long used = node.usedBytes(device) + bytes;
    if (used > 0 && left > 0) {
      long all = node.device(device).model().memory().value();
      left = all == 0 ? left : (int) Math.min(left, 1000 * (all - used) / all);
    }
    return Math.max(0, left) / Kinds.MILLI_PER_UNIT;
  }
}
