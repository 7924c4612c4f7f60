package dev.weir.engine.claim;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.event.Event.Health;
import dev.weir.model.id.NodeId;
import dev.weir.model.problem.Nearest;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.reservation.Reservation.Room;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The reservations that stand, whom they keep out, and who has to go when they begin. */
final class Reservations {
  private final Fleet fleet;
  private final Jobs jobs;
  private final Lineage lineage;
  private final Claims claims;
  private final DevicePick pick;
  private final TreeMap<String, Window> windows = new TreeMap<>();

  /** Windows in force whose room no stranger holds any more; nobody new can come. */
  private final Set<String> settled = new HashSet<>();

  Reservations(Fleet fleet, Jobs jobs, Lineage lineage, Claims claims) {
    this.fleet = fleet;
    this.jobs = jobs;
    this.lineage = lineage;
    this.claims = claims;
    this.pick = new DevicePick(fleet, this, claims);
  }

  @Nullable Window find(String name) {
    return windows.get(name);
  }

  Collection<Window> windows() {
    return Collections.unmodifiableCollection(windows.values());
  }

  boolean owns(Window window, Job job) {
    Reservation r = window.reservation();
    return r.users().contains(job.spec.user())
        || r.queues().stream().anyMatch(q -> lineage.within(job.spec.queue(), q));
  }

  /** Devices of the node that a job which names a reservation may use; all for other jobs. */
  long confinedMask(Node node, Job job, long from) {
    if (job.spec.reservation().isEmpty()) {
      return -1L;
    }
    Window window = windows.get(job.spec.reservation().get());
    if (window == null || !window.active(from) || !owns(window, job)) {
      return 0;
    }
    return window.room().getOrDefault(node.id(), 0L);
  }

  /** Whether the node belongs to the job's named reservation, for tasks without devices. */
  boolean insideWithoutDevices(Node node, Job job, long from) {
    if (job.spec.reservation().isEmpty()) {
      return true;
    }
    Window window = windows.get(job.spec.reservation().get());
    return window != null
        && window.active(from)
        && owns(window, job)
        && window.room().containsKey(node.id());
  }

  /** Whether the reservation keeps a task with these devices away over {@code [from, until)}. */
  boolean keepsOut(Claim.Reserved r, long mask, Job job, long from, long until) {
    if (!r.whole() && (mask & r.mask()) == 0) {
      return false;
    }
    long limit = limitEnd(job, from);
    boolean stoppable = job.spec.disruption().preemptible();
    if (!r.meets(from, stoppable ? until : limit)) {
      return false;
    }
    if (!owns(r.window(), job)) {
      return true;
    }
    return limit != Long.MAX_VALUE && limit > r.until();
  }

  /** When a run that begins at {@code from} is stopped by its enforced limit. */
  static long limitEnd(Job job, long from) {
    return job.spec.timeLimit().map(l -> from + l.toMillis()).orElse(Long.MAX_VALUE);
  }

  // --- making and ending ---

  ReservationAnswer make(Reservation r, long now) {
    if (windows.containsKey(r.name())) {
      return new ReservationAnswer.NameTaken(r.name());
    }
    if (r.until().isPresent() && r.until().get().toEpochMilli() <= now) {
      return new ReservationAnswer.Over(r.name(), r.until().get().toEpochMilli(), now);
    }
    Optional<ReservationAnswer> unknown = checkNames(r);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    Window window =
        switch (r.room()) {
          case Room.Nodes nodes -> {
            TreeMap<NodeId, Long> room = new TreeMap<>();
            nodes.nodes().forEach(n -> room.put(n, -1L));
            yield Window.of(r, true, room);
          }
          case Room.DevicesOf d -> Window.of(r, false, new TreeMap<>(Map.of(d.node(), d.mask())));
          case Room.Devices d -> Window.of(r, false, pick.devices(r, d.count(), now, Map.of()));
        };
    Optional<ReservationAnswer> refused = check(window, now);
    if (refused.isPresent()) {
      return refused.get();
    }
    enter(window);
    return new ReservationAnswer.Made(window);
  }

  private Optional<ReservationAnswer> checkNames(Reservation r) {
    Collection<NodeId> named =
        switch (r.room()) {
          case Room.Nodes nodes -> nodes.nodes();
          case Room.DevicesOf d -> List.of(d.node());
          case Room.Devices d -> List.of();
        };
    for (NodeId id : named) {
      if (fleet.find(id) == null) {
        return Optional.of(
            new ReservationAnswer.UnknownNode(r.name(), id.value(), nearestNode(id)));
      }
    }
    if (r.room() instanceof Room.DevicesOf d) {
      int devices = present(d.node()).deviceCount();
      long all = devices == 64 ? -1L : (1L << devices) - 1;
      if (d.mask() == 0 || (d.mask() & ~all) != 0) {
        return Optional.of(
            new ReservationAnswer.UnknownDevice(r.name(), d.node().value(), devices));
      }
    }
    return Optional.empty();
  }

  private String nearestNode(NodeId id) {
    List<String> names =
        fleet.nodes().stream()
            .filter(n -> fleet.find(n.id()) == n)
            .map(n -> n.id().value())
            .toList();
    return Nearest.to(id.value(), names).orElse("");
  }

  private Node present(NodeId id) {
    Node node = fleet.find(id);
    if (node == null) {
      throw new IllegalStateException("node " + id + " is not there");
    }
    return node;
  }

  private Optional<ReservationAnswer> check(Window w, long now) {
    if (w.reservation().room() instanceof Room.Devices d) {
      int got = devices(w);
      if (got < d.count()) {
        return Optional.of(new ReservationAnswer.TooFew(w.name(), d.count(), got));
      }
    }
    for (Window other : windows.values()) {
      boolean both = w.reservation().maintenance() && other.reservation().maintenance();
      if (!both && w.meets(other) && w.sharesRoomWith(other)) {
        NodeId where =
            w.room().keySet().stream().filter(other.room()::containsKey).findFirst().orElseThrow();
        return Optional.of(new ReservationAnswer.Taken(w.name(), other.name(), where.value()));
      }
    }
    for (NodeId id : w.room().keySet()) {
      Node node = fleet.find(id);
      for (Holding tenant : node == null ? List.<Holding>of() : node.tenants()) {
        Job job = jobs.find(tenant.job);
        if (job != null
            && stranger(w, job)
            && !job.spec.disruption().preemptible()
            && touches(w, tenant, present(id))
            && endByLimit(job, tenant) > Math.max(w.from(), now)) {
          return Optional.of(
              new ReservationAnswer.Occupied(
                  w.name(), job.id(), id.value(), w.from(), endByLimit(job, tenant)));
        }
      }
    }
    return Optional.empty();
  }

  boolean stranger(Window w, Job job) {
    return !owns(w, job);
  }

  static int devices(Window w) {
    return w.room().values().stream().mapToInt(Long::bitCount).sum();
  }

  private static boolean touches(Window w, Holding tenant, Node node) {
    long mask = w.room().getOrDefault(node.id(), 0L);
    for (Holding.Place p : tenant.places) {
      if (p.node() == node && (w.whole() || (p.devices().mask() & mask) != 0)) {
        return true;
      }
    }
    return false;
  }

  static long endByLimit(Job job, Holding holding) {
    return limitEnd(job, job.runningSince != Job.NOT_RUNNING ? job.runningSince : holding.since);
  }

  @Nullable Job job(Holding holding) {
    return jobs.find(holding.job);
  }

  private void enter(Window window) {
    windows.put(window.name(), window);
    for (NodeId id : window.room().keySet()) {
      Node node = fleet.find(id);
      if (node != null) {
        claim(window, node);
      }
    }
    claims.changed();
  }

  void restore(Reservation r, NavigableMap<NodeId, Long> room) {
    Window window = Window.of(r, r.room() instanceof Room.Nodes, room);
    windows.put(window.name(), window);
    for (NodeId id : room.keySet()) {
      Node node = fleet.find(id);
      // a node that fails loses its claims, and gets them back with its health
      if (node != null && node.health() != Health.FAILED) {
        claim(window, node);
      }
    }
    claims.changed();
  }

  private void claim(Window window, Node node) {
    int n = node.deviceCount();
    long all = n == 64 ? -1L : (1L << n) - 1;
    long mask = window.room().getOrDefault(node.id(), 0L) & all;
    claims.add(new Claim.Reserved(window, node, mask, window.whole()));
  }

  boolean end(String name) {
    Window window = windows.remove(name);
    if (window == null) {
      return false;
    }
    settled.remove(name);
    for (NodeId id : window.room().keySet()) {
      Node node = fleet.find(id);
      if (node != null) {
        claims.remove(node, c -> c instanceof Claim.Reserved r && r.window() == window);
      }
    }
    claims.changed();
    return true;
  }

  void joined(Node node) {
    for (Window window : windows.values()) {
      if (window.room().containsKey(node.id())) {
        claim(window, node);
        settled.remove(window.name());
      }
    }
  }

  /** Gives reservations of a number of devices other ones for those that are gone. */
  void mend(long now) {
    for (Window window : List.copyOf(windows.values())) {
      if (window.until() > now && window.reservation().room() instanceof Room.Devices d) {
        TreeMap<NodeId, Long> alive = alive(window);
        int left = alive.values().stream().mapToInt(Long::bitCount).sum();
        if (left < d.count()) {
          end(window.name());
          pick.devices(window.reservation(), d.count() - left, now, new TreeMap<>(alive))
              .forEach((id, mask) -> alive.merge(id, mask, (a, b) -> a | b));
          enter(Window.of(window.reservation(), false, alive));
        }
      }
    }
  }

  private TreeMap<NodeId, Long> alive(Window window) {
    TreeMap<NodeId, Long> alive = new TreeMap<>();
    window
        .room()
        .forEach(
            (id, mask) -> {
              Node node = fleet.find(id);
              if (node != null && (node.healthyDevices() & mask) != 0) {
                alive.put(id, node.healthyDevices() & mask);
              }
            });
    return alive;
  }

  // --- the beginning of a reservation ---

  List<Overstay> overstays(long now) {
    List<Overstay> found = new ArrayList<>();
    for (Window window : windows.values()) {
      if (now >= window.until()
          || now < window.from() - jobs.longestGrace()
          || settled.contains(window.name())) {
        continue;
      }
      boolean strangers = false;
      for (NodeId id : window.room().keySet()) {
        Node node = fleet.find(id);
        for (Holding tenant : node == null ? List.<Holding>of() : node.tenants()) {
          Job job = jobs.find(tenant.job);
          if (job == null || owns(window, job) || !touches(window, tenant, present(id))) {
            continue;
          }
          strangers = true;
          if (!tenant.stopping()
              && now >= due(window, job, tenant)
              && found.stream().noneMatch(o -> o.holding() == tenant)) {
            found.add(new Overstay(tenant, window));
          }
        }
      }
      if (!strangers && now >= window.from()) {
        settled.add(window.name());
      }
    }
    return found;
  }

  /** When a stranger must be told to go; never, when it must not be preempted. */
  private static long due(Window window, Job job, Holding tenant) {
    if (!job.spec.disruption().preemptible()) {
      return Long.MAX_VALUE;
    }
    return endByLimit(job, tenant) <= window.from()
        ? window.from() // its own limit ends it by then
        : window.from() - job.spec.disruption().grace().toMillis();
  }

  long nextDue(long now) {
    long next = Long.MAX_VALUE;
    for (Window window : windows.values()) {
      long early = window.from() - jobs.longestGrace();
      if (early > now) {
        next = Math.min(next, early);
      } else if (window.from() > now) {
        next = Math.min(next, nextIn(window, now));
      } else if (window.until() > now) {
        next = Math.min(next, window.until());
      }
    }
    return next;
  }

  private long nextIn(Window window, long now) {
    long next = window.from();
    for (NodeId id : window.room().keySet()) {
      Node node = fleet.find(id);
      for (Holding tenant : node == null ? List.<Holding>of() : node.tenants()) {
        Job job = jobs.find(tenant.job);
        if (job != null && !owns(window, job)) {
          long due = due(window, job, tenant);
          next = due > now ? Math.min(next, due) : next;
        }
      }
    }
    return next;
  }
}
