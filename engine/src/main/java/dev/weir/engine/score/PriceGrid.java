package dev.weir.engine.score;

import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.NodeClass;
import java.util.Arrays;

/**
 * Prices at which a node's CPU and memory may be weighed against its devices. Price 1 in one
 * direction means: all CPU of the fleet's device nodes is worth as much as all their devices. The
 * grid is every {@link #LEVELS level} in the directions CPU, memory, and half of each; and zero.
 */
final class PriceGrid {
  private static final double[] LEVELS = {.15, .3, .5, .75, 1, 1.4, 2, 3, 5};
  private static final double[][] DIRECTIONS = {{1, 0}, {.5, .5}, {0, 1}};

  /** Number of prices. */
  static final int SIZE = 1 + LEVELS.length * DIRECTIONS.length;

  /** Milli-devices per milli-CPU and per byte. */
  final double[] cpu = new double[SIZE];

  final double[] memory = new double[SIZE];

  /** Milli-devices per milli-CPU at price 1; 0 in a fleet without devices. */
  final double cpuUnit;

  /** Milli-devices per byte at price 1. */
  final double memoryUnit;

  /** Added to a value at this price: 0 when the price is in force, else infinite. */
  final double[] bar = new double[SIZE];

  PriceGrid(Fleet fleet) {
    double devices = 0;
    double cpus = 0;
    double bytes = 0;
    for (NodeClass c : fleet.classes()) {
      if (!c.devices.isEmpty()) {
        devices += 1000.0 * c.nodes * c.devices.size();
        cpus += (double) c.nodes * c.cpuMilli;
        bytes += (double) c.nodes * c.memoryBytes;
      }
    }
    cpuUnit = cpus == 0 ? 0 : devices / cpus;
    memoryUnit = bytes == 0 ? 0 : devices / bytes;
    int at = 1;
    for (double level : LEVELS) {
      for (double[] direction : DIRECTIONS) {
        cpu[at] = level * direction[0] * cpuUnit;
        memory[at] = level * direction[1] * memoryUnit;
        at++;
      }
    }
  }

  /** Puts all prices in force. */
  void allowAll() {
    Arrays.fill(bar, 0);
  }

  /**
   * The least value over the prices in force: what the devices fetch (by price) plus what the given
   * CPU and memory are worth.
   */
  double least(double cpuFree, double memoryFree, double[] devices) {
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < SIZE; j++) {
      least = Math.min(least, bar[j] + cpu[j] * cpuFree + memory[j] * memoryFree + devices[j]);
    }
    return least;
  }

  /** The price at which {@link #least} is reached; the first of equal ones. */
  int cheapest(double cpuFree, double memoryFree, double[] devices) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < SIZE; j++) {
      double value = bar[j] + cpu[j] * cpuFree + memory[j] * memoryFree + devices[j];
      if (value < least) {
        least = value;
        best = j;
      }
    }
    return best;
  }
}
