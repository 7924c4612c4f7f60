package dev.weir.engine.claim;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;

/** What two tasks on one node can never have at the same time, whatever else is free. */
final class Clash {
  private Clash() {}

  /** Whether the task and the claim exclude each other while both last. */
  static boolean between(Ask ask, DeviceBooking devices, Claim.OfJob claim) {
    return ports(ask, claim.ask()) || devices(claim.node(), devices, claim.devices());
  }

  private static boolean ports(Ask a, Ask b) {
    return !a.request.hostPorts().isEmpty()
        && a.request.hostPorts().stream().anyMatch(b.request.hostPorts()::contains);
  }

  private static boolean devices(Node node, DeviceBooking a, DeviceBooking b) {
    if ((a.mask() & b.mask()) == 0) {
      return false;
    }
    if (a instanceof DeviceBooking.Fraction && b instanceof DeviceBooking.Fraction) {
      return false; // how much of the device both need is for the profile to say
    }
    if (a instanceof DeviceBooking.Mig x && b instanceof DeviceBooking.Mig y) {
      return slices(node, x, y);
    }
    return true;
  }

  private static boolean slices(Node node, DeviceBooking.Mig a, DeviceBooking.Mig b) {
    for (MigInstance i : a.instances()) {
      for (MigInstance j : b.instances()) {
        if (i.device() == j.device() && (mask(node, i) & mask(node, j)) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  static int mask(Node node, MigInstance i) {
    return node.device(i.device())
        .model()
        .mig()
        .flatMap(t -> t.profile(i.profile()))
        .orElseThrow()
        .mask(i.start());
  }

  static int compute(Node node, MigInstance i) {
    return node.device(i.device())
        .model()
        .mig()
        .flatMap(t -> t.profile(i.profile()))
        .orElseThrow()
        .computeSlices();
  }
}
