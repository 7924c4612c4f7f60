package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/**
 * The node whose free room is least aligned with the request, so that room of the same direction is
 * kept. Source: the DotProd baseline of Weng et al., USENIX ATC 2023 (after Panigrahy et al.,
 * "Heuristics for Vector Bin Packing", 2011): {@code 100·(1 − (cpuFree·cpu/128000² +
 * gpuFree·gpu/8000²)/2)}.
 */
public final class DotProduct implements PlacementScore {
  private static final double CPU = 128_000;
  private static final double DEVICES = 8_000;

  @Override
  public String name() {
    return "dotprod";
  }

  @Override
  public double score(Node node, Ask ask, DeviceBooking devices) {
    double cpu = node.cpuFree() * (double) ask.cpuMilli / (CPU * CPU);
    double asked = (double) ask.count * ask.shareMilli;
    double device = Devices.idle(node) * asked / (DEVICES * DEVICES);
    return Math.floor(100 * (1 - (cpu + device) / 2));
  }

  @Override
  public double preference(Node node, DeviceBooking devices) {
    return Devices.leastIdleFirst(node, devices);
  }
}
