package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.NodeClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The kinds of tasks that have arrived, as numbers: what each takes of one device and, with it, of
 * CPU and memory. At most {@value #MOST} kinds, the most frequent; kinds that no node of the fleet
 * may take are left out. Tasks without devices are one average bundle of CPU and memory.
 */
final class Kinds {
  /** More kinds than this add cost and no knowledge. */
  static final int MOST = 256;

  /** A device has so many units; leftovers are rounded down to units, requests up. */
  static final int UNITS = 100;

  static final int MILLI_PER_UNIT = 1000 / UNITS;

  /** Kinds that ask for devices. */
  final Ask[] ask;

  /** Milli of one device. */
  final int[] milli;

  /** The same in units. */
  final int[] units;

  /** CPU that goes with one device, milli. */
  final double[] cpu;

  /** Memory that goes with one device, bytes. */
  final double[] memory;

  /** Devices that tasks of this kind have asked for. */
  final double[] devices;

  /** The same ÷ the sum over the kinds. */
  final double[] popularity;

  /** Milli-devices asked for by all that has arrived. */
  final double arrivedMilli;

  /** Tasks without devices that have arrived. */
  final double bare;

  /** Mean CPU of a task without devices, milli; and memory, bytes. */
  final double bareCpu;

  final double bareMemory;

  Kinds(TaskMix mix, Fleet fleet) {
    List<Integer> order = new ArrayList<>();
    int[] milliOf = new int[mix.asks().size()];
    double none = 0;
    double noneCpu = 0;
    double noneMemory = 0;
    double arrived = 0;
    for (int i = 0; i < milliOf.length; i++) {
      Ask a = mix.asks().get(i);
      if (a.kind == Ask.Kind.NONE) {
        none += mix.count(i);
        noneCpu += (double) mix.count(i) * a.cpuMilli;
        noneMemory += (double) mix.count(i) * a.memoryBytes;
      } else {
        milliOf[i] = milliPerDevice(a, fleet);
        arrived += (double) mix.count(i) * a.count * milliOf[i];
        if (milliOf[i] > 0) {
          order.add(i);
        }
      }
    }
    bare = none;
    bareCpu = none == 0 ? 0 : noneCpu / none;
    bareMemory = none == 0 ? 0 : noneMemory / none;
    arrivedMilli = arrived;
    order.sort(Comparator.comparingLong((Integer i) -> -mix.count(i)).thenComparingInt(i -> i));
    int n = Math.min(order.size(), MOST);
    ask = new Ask[n];
    milli = new int[n];
    units = new int[n];
    cpu = new double[n];
    memory = new double[n];
    devices = new double[n];
    popularity = new double[n];
    double all = 0;
    for (int k = 0; k < n; k++) {
      int i = order.get(k);
      Ask a = mix.asks().get(i);
      ask[k] = a;
      milli[k] = milliOf[i];
      units[k] = Math.ceilDiv(milli[k], MILLI_PER_UNIT);
      cpu[k] = (double) a.cpuMilli / a.count;
      memory[k] = (double) a.memoryBytes / a.count;
      devices[k] = (double) mix.count(i) * a.count;
      all += devices[k];
    }
    for (int k = 0; k < n; k++) {
      popularity[k] = devices[k] / all;
    }
  }

  int size() {
    return ask.length;
  }

  /** What one device of the request takes on the first class of nodes that admits it; 0 = none. */
  private static int milliPerDevice(Ask a, Fleet fleet) {
    for (NodeClass c : fleet.classes()) {
      if (a.admits(c)) {
        for (var device : c.devices) {
          int taken = a.filter.accepts(device.model()) ? Devices.milliOn(device.model(), a) : 0;
          if (taken > 0) {
            return Math.min(1000, taken);
          }
        }
      }
    }
    return 0;
  }

  /** Whether devices of this pool on nodes of this class may serve the kind. */
  boolean admits(int k, NodeClass c, int pool) {
    if (!ask[k].admits(c)) {
      return false;
    }
    for (int d = 0; d < c.poolOf.length; d++) {
      if (c.poolOf[d] == pool) {
        return ask[k].filter.accepts(c.devices.get(d).model());
      }
    }
    return false;
  }
}
