package dev.weir.engine.ledger;

import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.id.AllocationId;
import dev.weir.model.job.NodeFilter;
import dev.weir.model.job.TaskRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one place where room is booked (wall W4), all in integers, all undone when the trial around
 * it is. Two steps: a task is booked on a node; the tasks of an allocation become a {@link
 * Holding}.
 */
public final class Ledger {
  private final Fleet fleet;
  private final Resources resources;
  private final Licences licences = new Licences();
  private final Trials trials = new Trials();
  private final Map<TaskRequest, Ask> asks = new HashMap<>();
  private final List<Ask> askList = new ArrayList<>();
  private final TreeMap<AllocationId, Holding> holdings = new TreeMap<>();
  private final EndOrder ends = new EndOrder();
  private final TreeMap<AllocationId, Holding> leaving = new TreeMap<>();

  private @Nullable List<Holding> changes = new ArrayList<>();

  /** Counts up whenever room of a pool comes back; position 0 is room without devices. */
  private long[] returned = new long[8];

  public Ledger(Fleet fleet, Resources resources) {
    this.fleet = fleet;
    this.resources = resources;
  }

  public Fleet fleet() {
    return fleet;
  }

  public Resources resources() {
    return resources;
  }

  public Licences licences() {
    return licences;
  }

  public Trial trial() {
    return trials.open();
  }

  public Trials trials() {
    return trials;
  }

  public EndOrder ends() {
    return ends;
  }

  /** Allocations that hold room, by id, which is the order of their making. */
  public NavigableMap<AllocationId, Holding> holdings() {
    return holdings;
  }

  /** Those of them that were asked to stop, by id. */
  public Collection<Holding> stopping() {
    return Collections.unmodifiableCollection(leaving.values());
  }

  /** The one object for equal requests. */
  public Ask ask(TaskRequest request) {
    Ask known = asks.get(request);
    if (known == null) {
      known = new Ask(askList.size(), request, looksAtNodes(request.where()));
      askList.add(known);
      asks.put(request, known);
    }
    return known;
  }

  private boolean looksAtNodes(NodeFilter where) {
    return where.selector().keySet().stream().anyMatch(this::varies)
        || where.anyOf().stream()
            .flatMap(t -> t.expressions().stream())
            .anyMatch(e -> varies(e.key()))
        || where.preferred().stream()
            .flatMap(p -> p.term().expressions().stream())
            .anyMatch(e -> varies(e.key()));
  }

  private boolean varies(String label) {
    return label.equals(NodeClass.HOSTNAME) || fleet.perNodeLabels().contains(label);
  }

  /** Books one task. Throws when the node has no such room: the caller has looked before. */
  public void book(Node node, Ask ask, DeviceBooking devices) {
    fleet.change(node, () -> node.book(ask, devices));
    licences.book(ask.request.licences(), 1);
    trials.record(() -> unbook(node, ask, devices));
  }

  /** Gives one task's room back. */
  public void release(Node node, Ask ask, DeviceBooking devices) {
    unbook(node, ask, devices);
    cameBack(node, devices, 1);
    trials.record(
        () -> {
          rebook(node, ask, devices);
          // room that was only thought to come back is no reason to look at anybody again
          cameBack(node, devices, -1);
        });
  }

  private void unbook(Node node, Ask ask, DeviceBooking devices) {
    fleet.change(node, () -> node.release(ask, devices));
    licences.book(ask.request.licences(), -1);
  }

  private void rebook(Node node, Ask ask, DeviceBooking devices) {
    fleet.change(node, () -> node.book(ask, devices));
    licences.book(ask.request.licences(), 1);
  }

  /** Makes already booked tasks a holding. */
  public void attach(Holding holding) {
    if (holdings.putIfAbsent(holding.id, holding) != null) {
      throw new IllegalStateException("allocation " + holding.id + " holds room already");
    }
    attachNow(holding);
    trials.record(() -> detachNow(holding));
  }

  /** Makes a holding loose tasks again; they stay booked until released one by one. */
  public void detach(Holding holding) {
    detachNow(holding);
    trials.record(
        () -> {
          holdings.put(holding.id, holding);
          attachNow(holding);
        });
  }

  /**
   * Holdings that came or went since the last call, in any order and perhaps more than once; null
   * when there were too many to remember, and all of {@link #holdings} may be new. For one index.
   */
  public @Nullable List<Holding> takeChanges() {
    List<Holding> taken = changes;
    changes = new ArrayList<>();
    return taken;
  }

  /** A holding is to be looked at again by who follows the changes. */
  public void changed(Holding holding) {
    List<Holding> list = changes;
    if (list != null) {
      list.add(holding);
      changes = list.size() > 1024 + holdings.size() ? null : list;
    }
  }

  private void attachNow(Holding holding) {
    changed(holding);
    holding.places.forEach(p -> p.node().join(holding));
    ends.add(holding);
    if (holding.stopping) {
      leaving.put(holding.id, holding);
    }
  }

  private void detachNow(Holding holding) {
    if (!holdings.remove(holding.id, holding)) {
      throw new IllegalStateException("allocation " + holding.id + " holds no room");
    }
    changed(holding);
    holding.places.forEach(p -> p.node().leave(holding));
    ends.remove(holding);
    leaving.remove(holding.id);
  }

  /** Detaches and releases all. */
  public void drop(Holding holding) {
    detach(holding);
    for (Holding.Place p : holding.places) {
      release(p.node(), p.ask(), p.devices());
    }
  }

  /** Books and attaches all. */
  public void hold(Holding holding) {
    for (Holding.Place p : holding.places) {
      book(p.node(), p.ask(), p.devices());
    }
    attach(holding);
  }

  /** Sets when a holding is expected to end. */
  public void expectEnd(Holding holding, long at) {
    long before = holding.expectedEnd;
    if (before == at) {
      return;
    }
    boolean attached = holdings.get(holding.id) == holding;
    if (attached) {
      ends.remove(holding);
    }
    holding.expectedEnd = at;
    if (attached) {
      ends.add(holding);
    }
    trials.record(() -> expectEnd(holding, before));
  }

  /** Marks that a stop was asked for. */
  public void stopping(Holding holding, boolean stopping) {
    boolean before = holding.stopping;
    mark(holding, stopping);
    trials.record(() -> mark(holding, before));
  }

  private void mark(Holding holding, boolean stopping) {
    holding.stopping = stopping;
    if (stopping && holdings.get(holding.id) == holding) {
      leaving.put(holding.id, holding);
    } else {
      leaving.remove(holding.id);
    }
  }

  /** What the tasks cost their queue. */
  public Charge charge(List<Holding.Place> places) {
    ChargeSum sum = new ChargeSum(resources);
    for (Holding.Place p : places) {
      sum.add(p);
    }
    return sum.charge();
  }

  private void cameBack(Node node, DeviceBooking devices, int times) {
    if (devices.mask() == 0) {
      bump(0, times);
    }
    for (long rest = devices.mask(); rest != 0; rest &= rest - 1) {
      bump(1 + node.nodeClass.poolOf[Long.numberOfTrailingZeros(rest)], times);
    }
  }

  /** Something about nodes changed for the better: whatever failed may be tried again. */
  public void everythingCameBack() {
    for (int i = 0; i < returned.length; i++) {
      returned[i]++;
    }
  }

  private void bump(int position, int times) {
    if (position >= returned.length) {
      returned = java.util.Arrays.copyOf(returned, position * 2);
    }
    returned[position] += times;
  }

  /** How often room that could help the request has come back so far. */
  public long returnsFor(Ask ask) {
    if (ask.kind == Ask.Kind.NONE) {
      return java.util.Arrays.stream(returned).sum();
    }
    long sum = returned[0];
    for (int pool : fleet.pools().accepted(ask)) {
      sum += 1 + pool < returned.length ? returned[1 + pool] : 0;
    }
    return sum;
  }

  /** Class refusals are to be worked out anew. */
  public void forgetClasses() {
    askList.forEach(Ask::forget);
  }
}
