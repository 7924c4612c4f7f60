package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/**
 * Best fit over CPU and devices: the node that is fullest afterwards. Source: the baseline of Weng
 * et al., "Beware of Fragmentation" (FGD), USENIX ATC 2023: {@code 100·(1 − (cpuLeft/128000 +
 * gpuLeft/8000)/2)}, then rescaled over the feasible nodes.
 */
public final class BestFit implements PlacementScore {
  private static final double CPU = 128_000;
  private static final double DEVICES = 8_000;

  @Override
  public String name() {
    return "bestfit";
  }

  @Override
  public boolean rescaled() {
    return true;
  }

  @Override
  public double score(Node node, Ask ask, DeviceBooking devices) {
    long idle = 0;
    for (int d = 0; d < node.deviceCount(); d++) {
      idle += node.idleMilli(d);
    }
    double cpuLeft = (node.cpuFree() - ask.cpuMilli) / CPU;
    double devicesLeft = (idle - (double) ask.count * ask.shareMilli) / DEVICES;
    // among the devices of one node the one with the least idle share, by less than one point
    int first =
        devices.mask() == 0 ? 0 : node.idleMilli(Long.numberOfTrailingZeros(devices.mask()));
    return Math.floor(100 * (1 - (cpuLeft + devicesLeft) / 2)) - first / 10_000.0;
  }
}
