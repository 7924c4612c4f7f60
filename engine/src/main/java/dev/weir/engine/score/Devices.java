package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceModel;

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

  /** Milli that the booking takes from one device: its share, or the charge of its instances. */
  static int taken(Node node, Ask ask, DeviceBooking devices, int device) {
    if (!(devices instanceof DeviceBooking.Mig mig)) {
      return ask.shareMilli;
    }
    DeviceModel model = node.device(device).model();
    int sum = 0;
    for (MigInstance i : mig.instances()) {
      sum += i.device() == device ? charge(model, i.profile()) : 0;
    }
    return sum;
  }

  /**
   * Milli that a request is charged on one device of the model: a fraction the larger of share and
   * memory (W4), a MIG instance its slices; 0 when the model has no such instance.
   */
  static int milliOn(DeviceModel model, Ask ask) {
    return switch (ask.kind) {
      case NONE -> 0;
      case WHOLE -> 1000;
      case FRACTION -> ask.chargeMilli(model.memory().value()) / ask.count;
      case MIG -> charge(model, ask.profile);
    };
  }

  private static int charge(DeviceModel model, String profile) {
    return model.mig().flatMap(t -> t.profile(profile).map(t::chargeMilli)).orElse(0);
  }
}
