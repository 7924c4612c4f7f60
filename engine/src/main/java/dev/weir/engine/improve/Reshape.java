package dev.weir.engine.improve;

import dev.weir.engine.act.Acts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.NodeClass;
import dev.weir.engine.ledger.Shape;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.MigTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Cuts idle devices of fixed MIG layout anew for a job that waits for instances which nobody has
 * cut. The instances asked for come first; what fits of the former layout beside them stays.
 */
final class Reshape {
  /** Devices that are cut for one job in one pass. */
  private static final int MOST = 8;

  private final Acts acts;

  /** When a device was last cut, by node and position. */
  private final TreeMap<Long, Long> cutAt = new TreeMap<>();

  Reshape(Acts acts) {
    this.acts = acts;
  }

  void forget() {
    cutAt.clear();
  }

  void reshapeFor(Job job, Budget budget) {
    for (int r = 0; r < job.shape.asks().length; r++) {
      for (Ask ask : job.shape.asks()[r]) {
        if (ask.kind == Ask.Kind.MIG) {
          int instances = ask.count * job.spec.roles().get(r).smallest();
          cutFor(job, ask, instances, budget);
        }
      }
    }
  }

  private void cutFor(Job job, Ask ask, int instances, Budget budget) {
    int missing = instances;
    List<Idle> idle = idle(job, ask, budget);
    for (Idle device : idle.subList(0, Math.min(MOST, idle.size()))) {
      if (missing <= 0) {
        return;
      }
      List<MigInstance> layout = layout(device, ask.profile, missing);
      int made = (int) layout.stream().filter(i -> i.profile().equals(ask.profile)).count();
      int had = had(device.spec(), ask.profile);
      if (made > had) {
        acts.reshape(new Action.ReshapeMig(device.node().id(), device.position(), layout));
        cutAt.put(key(device.node(), device.position()), acts.now());
        missing -= made;
      }
    }
  }

  private record Idle(Node node, int position) {
    DeviceSpec spec() {
      return node.device(position);
    }
  }

  /** Idle devices that may be cut, those that lose the fewest instances first. */
  private List<Idle> idle(Job job, Ask ask, Budget budget) {
    Fleet fleet = acts.ledger().fleet();
    List<Idle> found = new ArrayList<>();
    for (NodeClass c : fleet.classes()) {
      if (!ask.admits(c) || c.devices.stream().noneMatch(d -> d.migMode() == MigMode.FIXED)) {
        continue;
      }
      for (Shape shape : fleet.shapes(c)) {
        int n = shape.nodes().first();
        for (int i = 0; i < MOST && n >= 0 && budget.spend(1); i++) {
          idleOn(fleet.node(n), job, ask, found);
          n = shape.nodes().next(n + 1);
        }
      }
    }
    found.sort(
        Comparator.comparingInt((Idle i) -> i.spec().layout().size())
            .thenComparingInt(i -> i.node().index)
            .thenComparingInt(Idle::position));
    return found;
  }

  private void idleOn(Node node, Job job, Ask ask, List<Idle> found) {
    long open = acts.claims().openDevices(node, job, acts.now(), Long.MAX_VALUE);
    for (int d = 0; d < node.deviceCount(); d++) {
      DeviceSpec device = node.device(d);
      if (device.migMode() == MigMode.FIXED
          && (open & node.healthyDevices() & 1L << d) != 0
          && node.usedSlices(d) == 0
          && !node.heldWhole(d)
          && !node.shared(d)
          && ask.filter.accepts(device.model())
          && rested(node, d)) {
        found.add(new Idle(node, d));
      }
    }
  }

  private boolean rested(Node node, int device) {
    Long last = cutAt.get(key(node, device));
    long period = acts.policy().improve().period().map(java.time.Duration::toMillis).orElse(0L);
    return last == null || acts.now() - last >= period;
  }

  private static long key(Node node, int device) {
    return (long) node.index << 6 | device;
  }

  private static int had(DeviceSpec device, String profile) {
    return (int) device.layout().stream().filter(i -> i.profile().equals(profile)).count();
  }

  /** As many of the profile as are missing and fit, then what stays of the former layout. */
  private static List<MigInstance> layout(Idle device, String profile, int missing) {
    MigTable table = device.spec().model().mig().orElseThrow();
    Cut cut = new Cut(table, device.position());
    Optional<MigProfile> wanted = table.profile(profile);
    if (wanted.isEmpty()) {
      return List.of();
    }
    List<Integer> starts = wanted.get().starts().reversed(); // high slices leave the large profiles
    for (int start : starts) {
      if (cut.made.size() < missing) {
        cut.add(wanted.get(), start);
      }
    }
    for (MigInstance i : device.spec().layout()) {
      table.profile(i.profile()).ifPresent(p -> cut.add(p, i.start()));
    }
    cut.made.sort(Comparator.comparingInt(MigInstance::start));
    return cut.made;
  }

  /** A layout in the making. */
  private static final class Cut {
    private final MigTable table;
    private final int device;
    private final List<MigInstance> made = new ArrayList<>();
    private int slices;
    private int compute;

    Cut(MigTable table, int device) {
      this.table = table;
      this.device = device;
    }

    void add(MigProfile profile, int start) {
      boolean fits =
          (slices & profile.mask(start)) == 0
              && compute + profile.computeSlices() <= table.computeSlices()
              && made.stream().filter(i -> i.profile().equals(profile.name())).count()
                  < profile.maxCount();
      if (fits) {
        slices |= profile.mask(start);
        compute += profile.computeSlices();
        made.add(new MigInstance(device, profile.name(), start));
      }
    }
  }
}
