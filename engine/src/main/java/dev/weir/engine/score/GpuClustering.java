package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/**
 * Tasks of one class together: the class is "share" or the number of whole devices. Source: the
 * GpuClustering baseline of Weng et al., USENIX ATC 2023 (after MLaaS in the wild, NSDI 2022): b =
 * ⌊25·(8000 − idle)/8000⌋; a node that holds only the class b + 75, the class among others b + 50,
 * no class b + 25, others b. Tasks without devices 0.
 */
public final class GpuClustering implements PlacementScore {
  @Override
  public String name() {
    return "gpu-clustering";
  }

  /** What runs on a node decides, and that is no part of its shape. */
  @Override
  public boolean byShape() {
    return false;
  }

  @Override
  public double score(Node node, Ask ask, DeviceBooking devices) {
    if (ask.kind == Ask.Kind.NONE) {
      return 0;
    }
    double base = Math.floor(25 * (8000.0 - Devices.idle(node)) / 8000);
    boolean same = false;
    boolean others = false;
    for (Holding tenant : node.tenants()) {
      for (Holding.Place p : tenant.places) {
        if (p.node() == node && p.ask().kind != Ask.Kind.NONE) {
          boolean alike = kindOf(p.ask()) == kindOf(ask);
          same |= alike;
          others |= !alike;
        }
      }
    }
    if (same) {
      return base + (others ? 50 : 75);
    }
    return others ? base : base + 25;
  }

  private static int kindOf(Ask ask) {
    return ask.kind == Ask.Kind.WHOLE ? ask.count : 0;
  }

  @Override
  public double preference(Node node, DeviceBooking devices) {
    return Devices.leastIdleFirst(node, devices);
  }
}
