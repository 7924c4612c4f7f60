package dev.weir.engine.explain;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.NodeClass;
import dev.weir.engine.ledger.Shape;
import dev.weir.model.fleet.MigProfile;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many tasks of one request the fleet has room for.
 *
 * @param ever on the empty fleet
 * @param now by what is free, each node by itself; exact for whole devices and fractions, an upper
 *     bound for MIG instances
 * @param freeMilli idle milli-devices of the accepted models on admitted nodes
 * @param refusals nodes that can never take the request, by reason
 */
record Room(Ask ask, long ever, long now, long freeMilli, Map<String, Integer> refusals) {
  /** Counts until {@code enough} tasks are found, or to the end. */
  static Room of(Fleet fleet, Ask ask, int enough) {
    long ever = 0;
    long now = 0;
    long free = 0;
    Map<String, Integer> refusals = new TreeMap<>();
    for (NodeClass c : fleet.classes()) {
      if (c.nodes == 0) {
        continue;
      }
      if (!ask.admits(c)) {
        refusals.merge(c.refusal(ask).orElse("too little room"), c.nodes, Integer::sum);
        continue;
      }
      int others = 0;
      long[] accepted = accepted(c, ask);
      for (Shape shape : fleet.shapes(c)) {
        int members = members(fleet, shape, ask);
        Node node = fleet.node(shape.nodes().first());
        others += shape.nodes().size() - members;
        now += (long) members * tasksOn(node, ask, accepted);
        free += (long) members * idle(node, accepted);
      }
      ever += (long) (c.nodes - others) * c.tasksOnEmpty(ask);
      if (others > 0) {
        refusals.merge("labels of the node", others, Integer::sum);
      }
    }
    return new Room(ask, ever, now, free, refusals);
  }

  /** Nodes of the shape that the request's labels admit. */
  private static int members(Fleet fleet, Shape shape, Ask ask) {
    if (!ask.perNode) {
      return shape.nodes().size();
    }
    int members = 0;
    for (int n = shape.nodes().first(); n >= 0; n = shape.nodes().next(n + 1)) {
      members += ask.request.where().matches(fleet.node(n).spec().labels()) ? 1 : 0;
    }
    return members;
  }

  /** Devices that the request accepts, one mask per pool of the class. */
  private static long[] accepted(NodeClass c, Ask ask) {
    long[] accepted = new long[c.pools.length];
    if (ask.kind == Ask.Kind.NONE) {
      return accepted;
    }
    for (int d = 0; d < c.poolOf.length; d++) {
      if (ask.filter.accepts(c.devices.get(d).model())) {
        accepted[Arrays.binarySearch(c.pools, c.poolOf[d])] |= 1L << d;
      }
    }
    return accepted;
  }

  private static long idle(Node node, long[] accepted) {
    long idle = 0;
    for (long mask : accepted) {
      for (long rest = mask; rest != 0; rest &= rest - 1) {
        idle += node.idleMilli(Long.numberOfTrailingZeros(rest));
      }
    }
    return idle;
  }

  /** Tasks of the request that fit on the node by what is free there. */
  static int tasksOn(Node node, Ask ask) {
    return tasksOn(node, ask, accepted(node.nodeClass(), ask));
  }

  private static int tasksOn(Node node, Ask ask, long[] accepted) {
    long tasks = node.tasksFree();
    if (ask.cpuMilli > 0) {
      tasks = Math.min(tasks, node.cpuFree() / ask.cpuMilli);
    }
    if (ask.memoryBytes > 0) {
      tasks = Math.min(tasks, node.memoryFree() / ask.memoryBytes);
    }
    return (int)
        (ask.kind == Ask.Kind.NONE || tasks == 0
            ? tasks
            : Math.min(tasks, byDevices(node, ask, accepted)));
  }

  private static long byDevices(Node node, Ask ask, long[] accepted) {
    long tasks = 0;
    for (long mask : accepted) {
      long units = 0;
      if (ask.kind == Ask.Kind.WHOLE) {
        units = mask == 0 ? 0 : Long.bitCount(node.freeMask() & mask);
      } else {
        for (long rest = mask; rest != 0; rest &= rest - 1) {
          units += unitsOn(node, Long.numberOfTrailingZeros(rest), ask);
        }
      }
      tasks += units / ask.count;
    }
    return tasks;
  }

  private static long unitsOn(Node node, int d, Ask ask) {
    return switch (ask.kind) {
      case NONE, WHOLE -> 0; // counted by mask
      case FRACTION -> {
        long deviceBytes = node.device(d).model().memory().value();
        long bytes = ask.bytesOn(deviceBytes);
        if (node.usedSlices(d) != 0 || !node.device(d).sharable()) {
          yield 0;
        }
        long byShare = node.idleMilli(d) / ask.shareMilli;
        yield bytes == 0 ? byShare : Math.min(byShare, (deviceBytes - node.usedBytes(d)) / bytes);
      }
      case MIG -> {
        if (node.heldWhole(d) || node.shared(d) || node.idleMilli(d) == 0) {
          yield 0;
        }
        int used = node.usedSlices(d);
        yield node.device(d)
            .model()
            .mig()
            .flatMap(t -> t.profile(ask.profile))
            .map(p -> starts(p, used))
            .orElse(0L);
      }
    };
  }

  private static long starts(MigProfile profile, int used) {
    int taken = used;
    long n = 0;
    for (int start : profile.starts()) {
      if ((taken & profile.mask(start)) == 0) {
        taken |= profile.mask(start);
        n++;
      }
    }
    return n;
  }
}
