package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/**
 * Devices that are in use before free ones, nodes that are in use before free ones. Source: the
 * GpuPacking baseline of Weng et al., USENIX ATC 2023 (after Gandiva, OSDI 2018): a wholly free
 * node max(33 − free, free); a wholly free device on a used node max(50 − such devices, 33); else
 * max(100 − idle of the used devices in % ÷ 10, 50). Tasks without devices 0.
 */
public final class GpuPacking implements PlacementScore {
  @Override
  public String name() {
    return "gpu-packing";
  }

  @Override
  public double score(Node node, Ask ask, DeviceBooking devices) {
    if (ask.kind == Ask.Kind.NONE) {
      return 0;
    }
    int free = Long.bitCount(node.freeMask());
    if (free == node.deviceCount()) {
      return Math.max(33 - free, free);
    }
    long opened = devices.mask() & node.freeMask();
    if (opened != 0) {
      return Math.max(50 - Long.bitCount(opened), 33);
    }
    int idle = 0;
    for (long rest = devices.mask(); rest != 0; rest &= rest - 1) {
      idle += node.idleMilli(Long.numberOfTrailingZeros(rest)) / 10;
    }
    return Math.max(100 - idle / 10, 50);
  }

  @Override
  public double preference(Node node, DeviceBooking devices) {
    return Devices.leastIdleFirst(node, devices);
  }
}
