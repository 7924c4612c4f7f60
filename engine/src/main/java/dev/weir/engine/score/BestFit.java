package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/**
 * Best fit over CPU and devices: the node that is fullest afterwards. Source: the baseline of Weng
 * et al., "Beware of Fragmentation" (FGD), USENIX ATC 2023: {@code 100·(1 − (cpuLeft/128000 +
 * gpuLeft/8000)/2)} in whole points. (The source then stretches the points to 0 to 100 over the
 * nodes with room, which changes neither the best node nor a tie.)
 */
public final class BestFit implements PlacementScore {
  private static final double CPU = 128_000;
  private static final double DEVICES = 8_000;

  @Override
  public String name() {
    return "bestfit";
  }

  @Override
  public double score(Node node, Ask ask, DeviceBooking devices) {
    long idle = Devices.idle(node);
    double cpuLeft = (node.cpuFree() - ask.cpuMilli) / CPU;
    double devicesLeft = (idle - (double) ask.count * ask.shareMilli) / DEVICES;
    return Math.floor(100 * (1 - (cpuLeft + devicesLeft) / 2));
  }

  @Override
  public double preference(Node node, DeviceBooking devices) {
    return Devices.leastIdleFirst(node, devices);
  }
}
