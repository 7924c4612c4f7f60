package dev.weir.engine.claim;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.reservation.Reservation.Room;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Picks the devices of a reservation for any n devices: first those that are free by its start and
 * promised to nobody, then those whose holders can be preempted. Few nodes rather than many, ties
 * by the order of joining.
 */
final class DevicePick {
  private final Fleet fleet;
  private final Reservations reservations;
  private final Claims claims;

  /** A node's devices of one standing that are not picked yet. */
  private record Offer(Node node, long mask) {
    int size() {
      return Long.bitCount(mask);
    }
  }

  DevicePick(Fleet fleet, Reservations reservations, Claims claims) {
    this.fleet = fleet;
    this.reservations = reservations;
    this.claims = claims;
  }

  /** As many as possible of {@code count}, by node, without those that are picked already. */
  NavigableMap<NodeId, Long> devices(
      Reservation r, int count, long now, Map<NodeId, Long> already) {
    DeviceFilter filter = ((Room.Devices) r.room()).filter();
    Window wish = Window.of(r, false, new TreeMap<>());
    List<Offer> free = new ArrayList<>();
    List<Offer> busy = new ArrayList<>();
    for (Node node : fleet.nodes()) {
      if (fleet.find(node.id()) != node || !node.usable()) {
        continue;
      }
      long able = accepted(node, filter) & node.healthyDevices() & ~taken(node, wish);
      able &= ~already.getOrDefault(node.id(), 0L);
      long idle = able & ~occupied(node, wish, now, false) & ~promised(node, wish);
      able &= ~occupied(node, wish, now, true);
      offer(free, node, idle);
      offer(busy, node, able & ~idle);
    }
    NavigableMap<NodeId, Long> picked = new TreeMap<>();
    int missing = take(free, count, picked);
    take(busy, missing, picked);
    return picked;
  }

  private static void offer(List<Offer> offers, Node node, long mask) {
    if (mask != 0) {
      offers.add(new Offer(node, mask));
    }
  }

  /** Whole offers from the largest down; the last one from the node that fits it best. */
  private static int take(List<Offer> offers, int wanted, NavigableMap<NodeId, Long> picked) {
    int missing = wanted;
    List<Offer> rest = new ArrayList<>(offers);
    rest.sort(
        Comparator.comparingInt(Offer::size).reversed().thenComparingInt(o -> o.node().index));
    while (missing > 0 && !rest.isEmpty()) {
      int need = missing;
      Offer best = rest.getFirst();
      for (Offer o : rest) {
        if (o.size() >= need && o.size() < best.size()) {
          best = o;
        }
      }
      rest.remove(best);
      long mask = lowest(best.mask(), need);
      picked.merge(best.node().id(), mask, (a, b) -> a | b);
      missing -= Long.bitCount(mask);
    }
    return missing;
  }

  private static long lowest(long mask, int count) {
    long taken = 0;
    long rest = mask;
    for (int i = 0; i < count && rest != 0; i++) {
      taken |= Long.lowestOneBit(rest);
      rest &= rest - 1;
    }
    return taken;
  }

  private static long accepted(Node node, DeviceFilter filter) {
    long mask = 0;
    for (int d = 0; d < node.deviceCount(); d++) {
      mask |= filter.accepts(node.device(d).model()) ? 1L << d : 0;
    }
    return mask;
  }

  /** Devices that other reservations have at that time. */
  private long taken(Node node, Window wish) {
    long mask = 0;
    for (Claim c : claims.on(node)) {
      if (c instanceof Claim.Reserved other && other.meets(wish.from(), wish.until())) {
        mask |= other.whole() ? -1L : other.mask();
      }
    }
    return mask;
  }

  private long promised(Node node, Window wish) {
    long mask = 0;
    for (Claim c : claims.on(node)) {
      mask |= c instanceof Claim.OfJob && c.meets(wish.from(), wish.until()) ? c.mask() : 0;
    }
    return mask;
  }

  /** Devices whose strangers are not gone by the start; only those that must stay, if asked so. */
  private long occupied(Node node, Window wish, long now, boolean mustStay) {
    long mask = 0;
    long begin = Math.max(wish.from(), now);
    for (Holding tenant : node.tenants()) {
      Job job = reservations.job(tenant);
      if (job == null || reservations.owns(wish, job)) {
        continue;
      }
      boolean preemptible = job.spec.disruption().preemptible();
      long end = preemptible ? tenant.expectedEnd() : Reservations.endByLimit(job, tenant);
      if (end > begin && !(mustStay && preemptible)) {
        for (Holding.Place p : tenant.places) {
          mask |= p.node() == node ? p.devices().mask() : 0;
        }
      }
    }
    return mask;
  }
}
