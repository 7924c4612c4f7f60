package dev.weir.engine.claim;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.reservation.Reservation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who will need which room when. A task may be put on a node when it leaves every claim of others
 * untouched over the whole time that it is expected to run; then, and only then, it can delay
 * nobody. Nodes without claims cost nothing.
 *
 * <p>Times are those of the caller's basis: hard under enforced limits, at a quantile under
 * forecasts. A reservation is hard for jobs that cannot be preempted: for them only the enforced
 * limit counts, whatever the basis.
 */
public final class Claims {
  private static final List<Claim> NONE = List.of();

  private final Ledger ledger;
  private final Reservations reservations;
  private final Profile profile;
  private final List<@Nullable List<Claim>> byNode = new ArrayList<>();
  private final TreeMap<JobId, Promise> promises = new TreeMap<>();

  /** Promises that count licences; almost always 0. */
  private int licensed;

  private long epoch;

  /**
   * @param now journal time, ms
   */
  public Claims(Ledger ledger, Jobs jobs, Lineage lineage, LongSupplier now) {
    this.ledger = ledger;
    this.profile = new Profile(ledger, now);
    this.reservations = new Reservations(ledger.fleet(), jobs, lineage, this);
  }

  /** Counts up with every change, also when a trial takes one back. */
  public long epoch() {
    return epoch;
  }

  // --- questions of placement ---

  /** Whether anything is claimed on the node. */
  public boolean any(Node node) {
    return node.index < byNode.size() && byNode.get(node.index) != null;
  }

  /** Whether the job must be asked about at this node: claims are there, or it is confined. */
  public boolean concern(Node node, Job job) {
    return any(node) || job.spec.reservation().isPresent();
  }

  /** Whether the job may use this node at all: one that names a reservation runs only inside it. */
  public boolean admits(Node node, Job job, long from) {
    return reservations.confinedMask(node, job, from) != 0
        || reservations.insideWithoutDevices(node, job, from);
  }

  /** Whether a task of the job over {@code [from, until)} touches no room that is others'. */
  public boolean leaves(Node node, Ask ask, DeviceBooking devices, Job job, long from, long until) {
    if (job.spec.reservation().isPresent() && !inside(node, devices, job, from)) {
      return false;
    }
    return obstacle(node, ask, devices, job, from, until) == null;
  }

  /** The first claim that the task would touch; the answer for people. */
  public Optional<Claim> touched(
      Node node, Ask ask, DeviceBooking devices, Job job, long from, long until) {
    return Optional.ofNullable(obstacle(node, ask, devices, job, from, until));
  }

  private boolean inside(Node node, DeviceBooking devices, Job job, long from) {
    return admits(node, job, from)
        && (devices.mask() & ~reservations.confinedMask(node, job, from)) == 0;
  }

  private @Nullable Claim obstacle(
      Node node, Ask ask, DeviceBooking devices, Job job, long from, long until) {
    List<Claim> here = on(node);
    Claim.OfJob shared = null;
    for (Claim claim : here) {
      switch (claim) {
        case Claim.Reserved r -> {
          if (reservations.keepsOut(r, devices.mask(), job, from, until)) {
            return r;
          }
        }
        case Claim.OfJob c -> {
          if (c.job().equals(job.id()) || !c.meets(from, until)) {
            continue;
          }
          if (Clash.between(ask, devices, c)) {
            return c;
          }
          shared = c;
        }
      }
    }
    return shared == null || profile.holds(node, here, ask, devices, job.id(), from, until)
        ? null
        : shared;
  }

  /**
   * Devices that no other job or reservation claims in that time. For whole devices this is exact;
   * for fractions and instances {@link #leaves} knows better.
   */
  public long openDevices(Node node, Job job, long from, long until) {
    long open = reservations.confinedMask(node, job, from);
    for (Claim claim : on(node)) {
      switch (claim) {
        case Claim.Reserved r -> {
          if (reservations.keepsOut(r, -1L, job, from, until)) {
            open &= ~r.mask();
          }
        }
        case Claim.OfJob c -> {
          if (!c.job().equals(job.id()) && c.meets(from, until)) {
            open &= ~c.mask();
          }
        }
      }
    }
    return open;
  }

  /**
   * Devices on which such a task may be possible: besides the open ones those whose claims are of
   * the same kind, fraction beside fraction or instance beside instance.
   */
  public long openDevices(Node node, Ask ask, Job job, long from, long until) {
    long open = openDevices(node, job, from, until);
    if (ask.kind == Ask.Kind.FRACTION || ask.kind == Ask.Kind.MIG) {
      for (Claim claim : on(node)) {
        if (claim instanceof Claim.OfJob c && c.ask().kind == ask.kind) {
          open |= c.mask() & reservedFor(node, job, from, until);
        }
      }
    }
    return open;
  }

  private long reservedFor(Node node, Job job, long from, long until) {
    long open = reservations.confinedMask(node, job, from);
    for (Claim claim : on(node)) {
      if (claim instanceof Claim.Reserved r && reservations.keepsOut(r, -1L, job, from, until)) {
        open &= ~r.mask();
      }
    }
    return open;
  }

  /** Whether the job leaves the licences that promised starts will need. */
  public boolean leavesLicences(Map<String, Integer> wanted, Job job, long from, long until) {
    return licensed == 0
        || wanted.isEmpty()
        || profile.licencesHold(promises.values(), wanted, job.id(), from, until);
  }

  /** Claims on the node, in the order of their making. */
  public List<Claim> on(Node node) {
    if (node.index >= byNode.size()) {
      return NONE;
    }
    List<Claim> here = byNode.get(node.index);
    return here == null ? NONE : here;
  }

  // --- promises to jobs ---

  /** Gives a waiting job this room, in place of what it had. */
  public void promise(Promise promise) {
    withdraw(promise.job());
    put(promise);
    ledger.trials().record(() -> take(promise));
  }

  /** Takes a job's claim away; nothing happens when it has none. */
  public void withdraw(JobId job) {
    Promise former = promises.get(job);
    if (former != null) {
      take(former);
      ledger.trials().record(() -> put(former));
    }
  }

  public Optional<Promise> of(JobId job) {
    return Optional.ofNullable(promises.get(job));
  }

  /** All promises, by job. */
  public Collection<Promise> promises() {
    return Collections.unmodifiableCollection(promises.values());
  }

  private void put(Promise p) {
    promises.put(p.job(), p);
    licensed += counts(p);
    for (Holding.Place place : p.places()) {
      add(
          new Claim.OfJob(
              p.job(), p.kind(), p.from(), p.until(), place.node(), place.ask(), place.devices()));
    }
    epoch++;
  }

  private void take(Promise p) {
    promises.remove(p.job());
    licensed -= counts(p);
    Node last = null;
    for (Holding.Place place : p.places()) {
      if (place.node() != last) {
        last = place.node();
        remove(last, c -> c instanceof Claim.OfJob o && o.job().equals(p.job()));
      }
    }
    epoch++;
  }

  private static int counts(Promise p) {
    return p.places().stream().anyMatch(x -> !x.ask().request.licences().isEmpty()) ? 1 : 0;
  }

  void add(Claim claim) {
    while (byNode.size() <= claim.node().index) {
      byNode.add(null);
    }
    List<Claim> here = byNode.get(claim.node().index);
    if (here == null) {
      here = new ArrayList<>(4);
      byNode.set(claim.node().index, here);
    }
    here.add(claim);
  }

  void remove(Node node, java.util.function.Predicate<Claim> which) {
    List<Claim> here = node.index < byNode.size() ? byNode.get(node.index) : null;
    if (here != null) {
      here.removeIf(which);
      if (here.isEmpty()) {
        byNode.set(node.index, null);
      }
    }
  }

  void changed() {
    epoch++;
  }

  // --- reservations ---

  /** Makes a reservation, or says with numbers why it cannot be. */
  public ReservationAnswer reserve(Reservation reservation, long now) {
    return reservations.make(reservation, now);
  }

  /** Ends a reservation; false when there is none of that name. */
  public boolean end(String name) {
    return reservations.end(name);
  }

  public Optional<Window> window(String name) {
    return Optional.ofNullable(reservations.find(name));
  }

  /** Reservations that stand, by name. */
  public Collection<Window> windows() {
    return reservations.windows();
  }

  /** Puts a reservation back that stood when a snapshot was taken, with the room picked then. */
  public void restore(Reservation reservation, NavigableMap<NodeId, Long> room) {
    reservations.restore(reservation, room);
  }

  /** Whether the job's queue or user is among the owners. */
  public boolean mayUse(Window window, Job job) {
    return reservations.owns(window, job);
  }

  /** Names of reservations whose time is over. */
  public List<String> over(long now) {
    return reservations.windows().stream().filter(w -> w.until() <= now).map(Window::name).toList();
  }

  /** Holdings that must leave reserved room now; asked at the start of each pass. */
  public List<Overstay> overstays(long now) {
    return reservations.overstays(now);
  }

  /**
   * The next moment after {@code now} at which a reservation or a promise is due; {@link
   * Long#MAX_VALUE} when there is none.
   */
  public long nextDue(long now) {
    long next = reservations.nextDue(now);
    for (Promise p : promises.values()) {
      if (p.from() > now) {
        next = Math.min(next, p.from());
      }
    }
    return next;
  }

  /** A node has joined (again): reservations that name it hold there. */
  public void joined(Node node, long now) {
    reservations.joined(node);
    reservations.mend(now);
    epoch++;
  }

  /**
   * A node has left. Reservations of a number of devices are made whole elsewhere if possible.
   *
   * @return jobs whose promised room is gone with it
   */
  public List<JobId> left(Node node, long now) {
    List<JobId> hit =
        on(node).stream()
            .filter(Claim.OfJob.class::isInstance)
            .map(c -> ((Claim.OfJob) c).job())
            .distinct()
            .sorted()
            .toList();
    hit.forEach(this::withdraw);
    remove(node, c -> true);
    reservations.mend(now);
    epoch++;
    return hit;
  }

  /** Replaces devices that reservations of a number of devices have lost. */
  public void mend(long now) {
    reservations.mend(now);
  }

  /** Order-independent hash of all claims, for comparisons in tests and plans. */
  public long hash() {
    long h = 17;
    for (Promise p : promises.values()) {
      h = h * 0x9E3779B97F4A7C15L + p.job().value();
      h = h * 31 + p.kind().ordinal();
      h = h * 31 + p.from();
      h = h * 31 + p.until();
      for (Holding.Place place : p.places()) {
        h = h * 31 + place.node().index;
        h = h * 31 + place.devices().mask();
      }
    }
    for (Window w : reservations.windows()) {
      h = h * 31 + w.room().hashCode();
      h = h * 31 + w.from();
    }
    return h;
  }
}
