package dev.weir.engine.ledger;

import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.event.Event.Health;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One host and what is booked on it. A device is whole, shared or MIG at one time, never mixed
 * (wall W4). Only the {@link Ledger} changes bookings.
 */
public final class Node {
  /** Dense from 0, in the order of joining; the tie-break of all placement. */
  public final int index;

  NodeSpec spec;
  NodeClass nodeClass;
  Health health = Health.READY;

  long cpuFree;
  long memoryFree;
  int tasksFree;

  /** Devices that work, one bit per position. */
  long healthy;

  private long wholeUsed;

  /** See {@link #freeMask}; brought up to date by {@link #recountFree}. */
  private long free;

  private final int[] share;
  private final long[] bytes;
  private final int[] migSlices;
  private final int[] migCompute;

  /** Free whole devices per pool, in the order of {@link NodeClass#pools}. */
  final int[] freeInPool;

  /** The topology domains around the node, from the fleet to the narrowest. */
  Domain[] domains = new Domain[0];

  @Nullable Shape shape;

  /** Holdings with tasks here, by allocation id; one entry per holding. */
  private final ArrayList<Holding> tenants = new ArrayList<>(2);

  private final ArrayList<Integer> ports = new ArrayList<>(0);

  Node(int index, NodeSpec spec, NodeClass nodeClass) {
    this.index = index;
    this.spec = spec;
    this.nodeClass = nodeClass;
    int n = spec.devices().size();
    share = new int[n];
    bytes = new long[n];
    migSlices = new int[n];
    migCompute = new int[n];
    cpuFree = nodeClass.cpuMilli;
    memoryFree = nodeClass.memoryBytes;
    tasksFree = nodeClass.maxTasks;
    healthy = n == 64 ? -1L : (1L << n) - 1;
    freeInPool = new int[nodeClass.pools.length];
    recountFree();
  }

  public NodeId id() {
    return spec.id();
  }

  public NodeSpec spec() {
    return spec;
  }

  public NodeClass nodeClass() {
    return nodeClass;
  }

  public Health health() {
    return health;
  }

  /** Whether new tasks may come. */
  public boolean usable() {
    return health == Health.READY;
  }

  public long cpuFree() {
    return cpuFree;
  }

  public long memoryFree() {
    return memoryFree;
  }

  public int tasksFree() {
    return tasksFree;
  }

  public long healthyDevices() {
    return healthy;
  }

  public int deviceCount() {
    return share.length;
  }

  public DeviceSpec device(int position) {
    return spec.devices().get(position);
  }

  /** Booked share of a device in milli; 1000 when it is held whole. */
  public int usedMilli(int device) {
    if ((wholeUsed >>> device & 1) != 0) {
      return 1000;
    }
    return migSlices[device] != 0
        ? Math.ceilDiv(
            1000 * Integer.bitCount(migSlices[device]),
            device(device).model().mig().orElseThrow().memorySlices())
        : share[device];
  }

  /** Booked memory of a shared device. */
  public long usedBytes(int device) {
    return bytes[device];
  }

  /** Booked memory slices of a MIG device, one bit each. */
  public int usedSlices(int device) {
    return migSlices[device];
  }

  /** Idle share of a device in milli: 0 when it is held whole or does not work. */
  public int idleMilli(int device) {
    return (healthy >>> device & 1) == 0 ? 0 : 1000 - usedMilli(device);
  }

  /** Devices that are wholly free and may be held whole. */
  public long freeMask() {
    return free;
  }

  private long freeNow() {
    long mask = 0;
    for (int d = 0; d < share.length; d++) {
      if (isFree(d)) {
        mask |= 1L << d;
      }
    }
    return mask;
  }

  private boolean isFree(int d) {
    return (healthy & ~wholeUsed & 1L << d) != 0
        && share[d] == 0
        && migSlices[d] == 0
        && (spec.devices().get(d).migMode() != MigMode.FIXED
            || spec.devices().get(d).layout().isEmpty());
  }

  /** Wholly free devices of one pool. */
  public int freeIn(int pool) {
    int at = Arrays.binarySearch(nodeClass.pools, pool);
    return at < 0 ? 0 : freeInPool[at];
  }

  /** Wholly free devices of all models. */
  public int freeDevices() {
    int n = 0;
    for (int f : freeInPool) {
      n += f;
    }
    return n;
  }

  /** Holdings with tasks here, by allocation id. */
  public List<Holding> tenants() {
    return tenants;
  }

  /** Topology domains around the node, from the fleet to the narrowest. */
  public Domain domainAt(int level) {
    return domains[level];
  }

  public int levels() {
    return domains.length;
  }

  public boolean portsFree(Ask ask) {
    return ask.request.hostPorts().isEmpty()
        || ask.request.hostPorts().stream().noneMatch(ports::contains);
  }

  void book(Ask ask, DeviceBooking booking) {
    check(usableFor(booking), "books devices that are not free: " + booking);
    cpuFree -= ask.cpuMilli;
    memoryFree -= ask.memoryBytes;
    tasksFree--;
    check(cpuFree >= 0 && memoryFree >= 0 && tasksFree >= 0, "books more than the node has");
    ports.addAll(ask.request.hostPorts());
    switch (booking) {
      case DeviceBooking.None none -> {}
      case DeviceBooking.Whole whole -> wholeUsed |= whole.mask();
      case DeviceBooking.Fraction f -> shareOut(f, 1);
      case DeviceBooking.Mig mig -> mig.instances().forEach(i -> cut(i, true));
    }
    recountFree();
  }

  void release(Ask ask, DeviceBooking booking) {
    cpuFree += ask.cpuMilli;
    memoryFree += ask.memoryBytes;
    tasksFree++;
    check(
        cpuFree <= nodeClass.cpuMilli
            && memoryFree <= nodeClass.memoryBytes
            && tasksFree <= nodeClass.maxTasks,
        "releases more than was booked");
    ports.removeAll(ask.request.hostPorts());
    switch (booking) {
      case DeviceBooking.None none -> {}
      case DeviceBooking.Whole whole -> {
        check((wholeUsed & whole.mask()) == whole.mask(), "releases devices that are not held");
        wholeUsed &= ~whole.mask();
      }
      case DeviceBooking.Fraction f -> shareOut(f, -1);
      case DeviceBooking.Mig mig -> mig.instances().forEach(i -> cut(i, false));
    }
    recountFree();
  }

  private boolean usableFor(DeviceBooking booking) {
    return switch (booking) {
      case DeviceBooking.None none -> true;
      case DeviceBooking.Whole whole -> (freeMask() & whole.mask()) == whole.mask();
      case DeviceBooking.Fraction f -> (healthy & ~wholeUsed & f.mask()) == f.mask();
      case DeviceBooking.Mig mig -> (healthy & ~wholeUsed & mig.mask()) == mig.mask();
    };
  }

  private void shareOut(DeviceBooking.Fraction f, int sign) {
    for (long rest = f.mask(); rest != 0; rest &= rest - 1) {
      int d = Long.numberOfTrailingZeros(rest);
      share[d] += sign * f.milli();
      bytes[d] += sign * f.memoryBytes();
      check(
          migSlices[d] == 0
              && share[d] >= 0
              && share[d] <= 1000
              && bytes[d] >= 0
              && bytes[d] <= device(d).model().memory().value(),
          "shares out more of device " + d + " than there is");
    }
  }

  private void cut(MigInstance instance, boolean book) {
    int d = instance.device();
    MigProfile profile = profile(instance);
    int mask = profile.mask(instance.start());
    int table = device(d).model().mig().orElseThrow().computeSlices();
    if (book) {
      check(share[d] == 0 && (migSlices[d] & mask) == 0, "cuts slices that are taken: " + instance);
      migSlices[d] |= mask;
      migCompute[d] += profile.computeSlices();
    } else {
      check((migSlices[d] & mask) == mask, "joins slices that are free: " + instance);
      migSlices[d] &= ~mask;
      migCompute[d] -= profile.computeSlices();
    }
    check(migCompute[d] >= 0 && migCompute[d] <= table, "compute slices of device " + d);
  }

  private MigProfile profile(MigInstance instance) {
    return device(instance.device())
        .model()
        .mig()
        .flatMap(t -> t.profile(instance.profile()))
        .orElseThrow(() -> new IllegalStateException("node " + id() + " has no " + instance));
  }

  /** Free compute slices of a MIG device. */
  public int freeCompute(int device) {
    return device(device).model().mig().orElseThrow().computeSlices() - migCompute[device];
  }

  /** Whether a device carries fractions. */
  public boolean shared(int device) {
    return share[device] > 0;
  }

  /** Whether a device is held whole. */
  public boolean heldWhole(int device) {
    return (wholeUsed >>> device & 1) != 0;
  }

  private void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("node " + id() + " " + what);
    }
  }

  final void recountFree() {
    free = freeNow();
    Arrays.fill(freeInPool, 0);
    int[] pools = nodeClass.pools;
    if (pools.length == 1) {
      freeInPool[0] = Long.bitCount(free);
      return;
    }
    for (int d = 0; d < share.length; d++) {
      if ((free >>> d & 1) != 0) {
        freeInPool[Arrays.binarySearch(pools, nodeClass.poolOf[d])]++;
      }
    }
  }

  /** What makes two nodes interchangeable for any placement that ignores names and neighbours. */
  long[] shapeKey() {
    int n = share.length;
    long[] key = new long[n + 4];
    for (int d = 0; d < n; d++) {
      key[d] = deviceKey(d);
    }
    Arrays.sort(key, 0, n);
    key[n] = nodeClass.id;
    key[n + 1] = cpuFree;
    key[n + 2] = memoryFree;
    key[n + 3] = tasksFree == 0 ? 0 : 1;
    return key;
  }

  private long deviceKey(int d) {
    long model = (long) nodeClass.poolOf[d] << 58;
    if ((healthy & ~wholeUsed & 1L << d) == 0) {
      return model | 3L << 56;
    }
    if (migSlices[d] != 0 || device(d).migMode() == MigMode.FIXED) {
      return model | 2L << 56 | (long) migSlices[d] << 16 | layoutNumber(d);
    }
    return share[d] == 0 ? model : model | 1L << 56 | (long) share[d] << 46 | bytes[d] >>> 10;
  }

  /** The first device of the same MIG layout: equal layouts have equal numbers inside a class. */
  private int layoutNumber(int device) {
    int first = 0;
    while (!device(first).layout().equals(device(device).layout())) {
      first++;
    }
    return first;
  }

  void join(Holding holding) {
    int at = tenants.size();
    while (at > 0 && tenants.get(at - 1).id.compareTo(holding.id) >= 0) {
      at--;
    }
    if (at == tenants.size() || tenants.get(at) != holding) {
      tenants.add(at, holding);
    }
  }

  void leave(Holding holding) {
    tenants.remove(holding);
  }

  @Override
  public String toString() {
    return spec.id().toString();
  }
}
