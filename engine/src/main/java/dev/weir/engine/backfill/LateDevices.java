package dev.weir.engine.backfill;

import dev.weir.engine.act.Acts;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses the devices of a planned start so that the most freedom is left until then: on each node
 * those that come back last, so that devices which are free already stay open for jobs of any
 * length.
 */
final class LateDevices {
  private final Acts acts;

  LateDevices(Acts acts) {
    this.acts = acts;
  }

  /** The same places with other whole devices; called while the placement is booked in a trial. */
  List<Holding.Place> choose(
      Job job, List<Holding.Place> places, List<Ends.Step> released, long at, long end) {
    Map<Node, Long> mine = new LinkedHashMap<>();
    for (Holding.Place p : places) {
      if (p.devices() instanceof DeviceBooking.Whole) {
        mine.merge(p.node(), p.devices().mask(), (a, b) -> a | b);
      }
    }
    if (mine.isEmpty() || released.isEmpty()) {
      return places;
    }
    Map<Node, long[]> freeAt = freeAt(mine, released);
    Map<Node, Long> left = new LinkedHashMap<>();
    mine.forEach(
        (node, mask) ->
            left.put(
                node, (node.freeMask() | mask) & acts.claims().openDevices(node, job, at, end)));
    List<Holding.Place> chosen = new ArrayList<>(places.size());
    for (Holding.Place p : places) {
      chosen.add(
          p.devices() instanceof DeviceBooking.Whole whole
              ? new Holding.Place(
                  p.role(), p.task(), p.ask(), p.node(), pick(p.node(), whole, left, freeAt))
              : p);
    }
    return chosen;
  }

  private static DeviceBooking pick(
      Node node, DeviceBooking.Whole whole, Map<Node, Long> left, Map<Node, long[]> freeAt) {
    int[] poolOf = node.nodeClass().poolOf;
    int pool = poolOf[Long.numberOfTrailingZeros(whole.mask())];
    long[] times = freeAt.getOrDefault(node, new long[64]);
    long open = left.getOrDefault(node, 0L);
    long mask = 0;
    for (int n = Long.bitCount(whole.mask()); n > 0; n--) {
      int latest = -1;
      for (long rest = open & ~mask; rest != 0; rest &= rest - 1) {
        int d = Long.numberOfTrailingZeros(rest);
        if (poolOf[d] == pool && (latest < 0 || times[d] > times[latest])) {
          latest = d;
        }
      }
      if (latest < 0) {
        throw new IllegalStateException("node " + node + " lost devices of a placement");
      }
      mask |= 1L << latest;
    }
    left.put(node, open & ~mask);
    return new DeviceBooking.Whole(mask);
  }

  private static Map<Node, long[]> freeAt(Map<Node, Long> nodes, List<Ends.Step> released) {
    Map<Node, long[]> times = new LinkedHashMap<>();
    for (Ends.Step step : released) {
      for (Holding h : step.gone()) {
        for (Holding.Place p : h.places) {
          if (nodes.containsKey(p.node())) {
            long[] t = times.computeIfAbsent(p.node(), n -> new long[64]);
            for (long rest = p.devices().mask(); rest != 0; rest &= rest - 1) {
              t[Long.numberOfTrailingZeros(rest)] = step.time();
            }
          }
        }
      }
    }
    return times;
  }
}
