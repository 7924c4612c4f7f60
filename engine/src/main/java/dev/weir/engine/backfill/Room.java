package dev.weir.engine.backfill;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;

/** Whether a node has exactly this room free at this moment. */
public final class Room {
  private Room() {}

  /** Whether the ledger would book it. */
  public static boolean free(Node node, Ask ask, DeviceBooking devices) {
    return node.cpuFree() >= ask.cpuMilli
        && node.memoryFree() >= ask.memoryBytes
        && node.tasksFree() > 0
        && node.portsFree(ask)
        && free(node, devices);
  }

  private static boolean free(Node node, DeviceBooking devices) {
    return switch (devices) {
      case DeviceBooking.None none -> true;
      case DeviceBooking.Whole whole -> (whole.mask() & ~node.freeMask()) == 0;
      case DeviceBooking.Fraction f -> fraction(node, f);
      case DeviceBooking.Mig mig -> instances(node, mig);
    };
  }

  private static boolean fraction(Node node, DeviceBooking.Fraction f) {
    for (long rest = f.mask(); rest != 0; rest &= rest - 1) {
      int d = Long.numberOfTrailingZeros(rest);
      if (node.usedSlices(d) != 0
          || node.idleMilli(d) < f.milli()
          || node.device(d).model().memory().value() - node.usedBytes(d) < f.memoryBytes()) {
        return false;
      }
    }
    return true;
  }

  private static boolean instances(Node node, DeviceBooking.Mig mig) {
    int[] taken = new int[node.deviceCount()];
    int[] compute = new int[node.deviceCount()];
    for (MigInstance i : mig.instances()) {
      int d = i.device();
      MigProfile profile =
          node.device(d).model().mig().flatMap(t -> t.profile(i.profile())).orElse(null);
      if (profile == null
          || (node.healthyDevices() >>> d & 1) == 0
          || node.heldWhole(d)
          || node.shared(d)
          || node.device(d).migMode() == MigMode.OFF
          || node.device(d).migMode() == MigMode.FIXED && !node.device(d).layout().contains(i)
          || ((node.usedSlices(d) | taken[d]) & profile.mask(i.start())) != 0) {
        return false;
      }
      taken[d] |= profile.mask(i.start());
      compute[d] += profile.computeSlices();
      if (compute[d] > node.freeCompute(d)) {
        return false;
      }
    }
    return true;
  }
}
