package dev.weir.engine.place;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.MigTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The really different ways in which a node's devices can serve one task. */
public final class DeviceOptions {
  /** Any pool. */
  public static final int ANY_POOL = -1;

  private static final List<DeviceBooking> NO_DEVICES = List.of(DeviceBooking.NONE);

  private DeviceOptions() {}

  /**
   * Options in ascending order of their first device. Devices in the same state count once.
   *
   * @param open devices that may be used
   * @param pool the only pool to use, or {@link #ANY_POOL}
   */
  public static List<DeviceBooking> of(Node node, Ask ask, long open, int pool) {
    if (ask.cpuMilli > node.cpuFree()
        || ask.memoryBytes > node.memoryFree()
        || node.tasksFree() == 0) {
      return List.of();
    }
    return switch (ask.kind) {
      case NONE -> NO_DEVICES;
      case WHOLE -> whole(node, ask, open, pool);
      case FRACTION ->
          ask.count == 1 ? oneFraction(node, ask, open, pool) : fractions(node, ask, open, pool);
      case MIG ->
          ask.count == 1 ? oneInstance(node, ask, open, pool) : instances(node, ask, open, pool);
    };
  }

  private static List<DeviceBooking> whole(Node node, Ask ask, long open, int pool) {
    int[] pools = node.nodeClass().pools;
    if (pools.length == 1) {
      if (node.freeIn(pools[0]) < ask.count || !accepts(node, ask, pools[0], pool)) {
        return List.of();
      }
      return lowest(node.freeMask() & open, ask.count);
    }
    List<DeviceBooking> options = new ArrayList<>(pools.length);
    for (int p : pools) {
      if (node.freeIn(p) >= ask.count && accepts(node, ask, p, pool)) {
        options.addAll(lowest(node.freeMask() & open & poolMask(node, p), ask.count));
      }
    }
    return options;
  }

  private static boolean accepts(Node node, Ask ask, int own, int wanted) {
    if (wanted != ANY_POOL && wanted != own) {
      return false;
    }
    int[] poolOf = node.nodeClass().poolOf;
    for (int d = 0; d < poolOf.length; d++) {
      if (poolOf[d] == own) {
        return ask.filter.accepts(node.device(d).model());
      }
    }
    return false;
  }

  private static long poolMask(Node node, int pool) {
    int[] poolOf = node.nodeClass().poolOf;
    long mask = 0;
    for (int d = 0; d < poolOf.length; d++) {
      mask |= poolOf[d] == pool ? 1L << d : 0;
    }
    return mask;
  }

  private static List<DeviceBooking> lowest(long from, int count) {
    long mask = 0;
    long rest = from;
    for (int i = 0; i < count; i++) {
      if (rest == 0) {
        return List.of();
      }
      mask |= Long.lowestOneBit(rest);
      rest &= rest - 1;
    }
    return List.of(new DeviceBooking.Whole(mask));
  }

  private static boolean fraction(Node node, Ask ask, int d, long open, int pool) {
    DeviceSpec device = node.device(d);
    return (open & node.healthyDevices() & 1L << d) != 0
        && (pool == ANY_POOL || node.nodeClass().poolOf[d] == pool)
        && device.sharable()
        && device.layout().isEmpty()
        && node.usedSlices(d) == 0
        && node.idleMilli(d) >= ask.shareMilli
        && ask.filter.accepts(device.model())
        && device.model().memory().value() - node.usedBytes(d)
            >= ask.bytesOn(device.model().memory().value());
  }

  private static List<DeviceBooking> oneFraction(Node node, Ask ask, long open, int pool) {
    List<DeviceBooking> options = new ArrayList<>(4);
    for (int d = 0; d < node.deviceCount(); d++) {
      if (fraction(node, ask, d, open, pool) && !sameBefore(node, d, options)) {
        options.add(
            new DeviceBooking.Fraction(
                1L << d, ask.shareMilli, ask.bytesOn(node.device(d).model().memory().value())));
      }
    }
    return options;
  }

  private static boolean sameBefore(Node node, int d, List<DeviceBooking> options) {
    for (DeviceBooking o : options) {
      int other = Long.numberOfTrailingZeros(o.mask());
      if (node.nodeClass().poolOf[other] == node.nodeClass().poolOf[d]
          && node.usedMilli(other) == node.usedMilli(d)
          && node.usedBytes(other) == node.usedBytes(d)
          && node.usedSlices(other) == node.usedSlices(d)
          && node.device(other).layout().equals(node.device(d).layout())) {
        return true;
      }
    }
    return false;
  }

  /** Several fractions, each on another device of one pool: those with the least idle share. */
  private static List<DeviceBooking> fractions(Node node, Ask ask, long open, int pool) {
    List<DeviceBooking> options = new ArrayList<>(1);
    for (int p : node.nodeClass().pools) {
      if (pool != ANY_POOL && pool != p) {
        continue;
      }
      List<Integer> fit = new ArrayList<>();
      for (int d = 0; d < node.deviceCount(); d++) {
        if (fraction(node, ask, d, open, p)) {
          fit.add(d);
        }
      }
      if (fit.size() >= ask.count) {
        fit.sort(java.util.Comparator.comparingInt(node::idleMilli));
        long mask = 0;
        for (int d : fit.subList(0, ask.count)) {
          mask |= 1L << d;
        }
        DeviceModel model = node.device(fit.getFirst()).model();
        options.add(
            new DeviceBooking.Fraction(mask, ask.shareMilli, ask.bytesOn(model.memory().value())));
      }
    }
    return options;
  }

  private static List<DeviceBooking> oneInstance(Node node, Ask ask, long open, int pool) {
    List<DeviceBooking> options = new ArrayList<>(4);
    for (int d = 0; d < node.deviceCount(); d++) {
      if (!cuttable(node, ask, d, open, pool) || sameBefore(node, d, options)) {
        continue;
      }
      int device = d;
      bestStart(node, d, ask.profile, node.usedSlices(d), node.freeCompute(d))
          .ifPresent(
              s ->
                  options.add(
                      new DeviceBooking.Mig(List.of(new MigInstance(device, ask.profile, s)))));
    }
    return options;
  }

  private static boolean cuttable(Node node, Ask ask, int d, long open, int pool) {
    return (open & node.healthyDevices() & 1L << d) != 0
        && (pool == ANY_POOL || node.nodeClass().poolOf[d] == pool)
        && node.device(d).migMode() != MigMode.OFF
        && !node.heldWhole(d)
        && !node.shared(d)
        && ask.filter.accepts(node.device(d).model());
  }

  /** Several instances: device by device in order, as many on each as fit. */
  private static List<DeviceBooking> instances(Node node, Ask ask, long open, int pool) {
    List<MigInstance> taken = new ArrayList<>(ask.count);
    for (int d = 0; d < node.deviceCount() && taken.size() < ask.count; d++) {
      if (!cuttable(node, ask, d, open, pool)) {
        continue;
      }
      MigTable table = node.device(d).model().mig().orElseThrow();
      Optional<MigProfile> profile = table.profile(ask.profile);
      int used = node.usedSlices(d);
      int compute = node.freeCompute(d);
      Optional<Integer> start = bestStart(node, d, ask.profile, used, compute);
      while (start.isPresent() && taken.size() < ask.count) {
        taken.add(new MigInstance(d, ask.profile, start.get()));
        used |= profile.orElseThrow().mask(start.get());
        compute -= profile.orElseThrow().computeSlices();
        start = bestStart(node, d, ask.profile, used, compute);
      }
    }
    return taken.size() == ask.count ? List.of(new DeviceBooking.Mig(taken)) : List.of();
  }

  /**
   * Where an instance takes the least from what else could still be cut: the start that leaves the
   * largest Σ slices² over the placements still possible; ties to the highest start. On a device of
   * fixed layout only existing instances count.
   */
  static Optional<Integer> bestStart(Node node, int d, String name, int used, int compute) {
    DeviceSpec device = node.device(d);
    MigTable table = device.model().mig().orElseThrow();
    Optional<MigProfile> found = table.profile(name);
    if (found.isEmpty() || found.get().computeSlices() > compute) {
      return Optional.empty();
    }
    MigProfile profile = found.get();
    int best = -1;
    long bestValue = -1;
    for (int start : profile.starts()) {
      boolean exists =
          device.migMode() == MigMode.DYNAMIC
              || device.layout().contains(new MigInstance(d, name, start));
      if (exists && (used & profile.mask(start)) == 0) {
        long value = possible(table, used | profile.mask(start));
        if (value >= bestValue) {
          bestValue = value;
          best = start;
        }
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(best);
  }

  private static long possible(MigTable table, int used) {
    long value = 0;
    for (MigProfile p : table.profiles()) {
      for (int start : p.starts()) {
        value += (used & p.mask(start)) == 0 ? (long) p.memorySlices() * p.memorySlices() : 0;
      }
    }
    return value;
  }
}
