package dev.weir.simulator.metrics;

import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is free on each node according to the decisions, and how much of it the arrived mix of tasks
 * cannot use. A second account beside the engine's ledger, so that the measure does not believe
 * what it measures.
 */
final class FreeRoom {
  private static final int MOST_KINDS = 256;
  private static final int WHOLE = 1000;

  private final Map<NodeId, Node> nodes = new LinkedHashMap<>();
  private final Map<TaskRequest, Kind> kinds = new LinkedHashMap<>();
  private long capacityMilli;

  private static final class Node {
    private NodeSpec spec;
    private long cpu;
    private long memory;
    private final int[] free;

    private Node(NodeSpec spec) {
      this.spec = spec;
      cpu = spec.cpu().milli();
      memory = spec.memory().value();
      free = new int[spec.devices().size()];
      java.util.Arrays.fill(free, WHOLE);
    }
  }

  /** Tasks that ask for the same. */
  private static final class Kind {
    private final TaskRequest request;
    private final DeviceFilter filter;
    private final int count;
    private long tasks;

    /** Milli of one device by model; 0 = the model will not do. */
    private final Map<String, Integer> need = new HashMap<>();

    private Kind(TaskRequest request) {
      this.request = request;
      switch (request.devices()) {
        case DeviceRequest.None _ -> {
          filter = DeviceFilter.ANY;
          count = 0;
        }
        case DeviceRequest.Whole w -> {
          filter = w.filter();
          count = w.count();
        }
        case DeviceRequest.Fraction f -> {
          filter = f.filter();
          count = f.count();
        }
        case DeviceRequest.Mig m -> {
          filter = m.filter();
          count = m.count();
        }
      }
    }

    private int need(DeviceModel model) {
      return need.computeIfAbsent(
          model.name(), _ -> filter.accepts(model) ? milli(request.devices(), model) : 0);
    }
  }

  private static int milli(DeviceRequest request, DeviceModel model) {
    return switch (request) {
      case DeviceRequest.None _ -> 0;
      case DeviceRequest.Whole _ -> WHOLE;
      case DeviceRequest.Fraction f -> f.share().milli();
      case DeviceRequest.Mig m -> migMilli(model, m.profile());
    };
  }

  private static int migMilli(DeviceModel model, String profile) {
    if (model.mig().isEmpty()) {
      return 0;
    }
    return model
        .mig()
        .get()
        .profile(profile)
        .map((MigProfile p) -> model.mig().get().chargeMilli(p))
        .orElse(0);
  }

  long capacityMilli() {
    return capacityMilli;
  }

  /** A node joins, or joins again with new facts. */
  void join(NodeSpec spec) {
    Node known = nodes.get(spec.id());
    if (known != null && known.spec.devices().equals(spec.devices())) {
      known.cpu += spec.cpu().milli() - known.spec.cpu().milli();
      known.memory += spec.memory().value() - known.spec.memory().value();
      known.spec = spec;
      return;
    }
    leave(spec.id());
    nodes.put(spec.id(), new Node(spec));
    capacityMilli += (long) WHOLE * spec.devices().size();
  }

  void leave(NodeId id) {
    Node gone = nodes.remove(id);
    if (gone != null) {
      capacityMilli -= (long) WHOLE * gone.spec.devices().size();
    }
  }

  /** Devices asked for by a job at its wished size, in milli; the first variant counts. */
  static long askedMilli(JobSpec job) {
    long sum = 0;
    for (Role role : job.roles()) {
      long perTask =
          switch (role.variants().getFirst().request().devices()) {
            case DeviceRequest.None _ -> 0;
            case DeviceRequest.Whole w -> (long) WHOLE * w.count();
            case DeviceRequest.Fraction f -> (long) f.share().milli() * f.count();
            case DeviceRequest.Mig m -> 125L * m.count();
          };
      sum += perTask * role.count();
    }
    return sum;
  }

  /** The tasks of an arrived job join the mix. */
  void arrived(JobSpec job) {
    for (Role role : job.roles()) {
      TaskRequest request = role.variants().getFirst().request();
      Kind kind = kinds.get(request);
      if (kind == null && kinds.size() < MOST_KINDS) {
        kind = new Kind(request);
        kinds.put(request, kind);
      }
      if (kind != null) {
        kind.tasks += role.count();
      }
    }
  }

  /** Books (sign 1) or frees (sign −1) tasks and returns the milli-devices concerned. */
  long book(JobSpec job, List<Integer> variants, List<TaskPlacement> tasks, int sign) {
    long sum = 0;
    for (TaskPlacement task : tasks) {
      Node node = nodes.get(task.node());
      TaskRequest request =
          job.roles().get(task.role()).variants().get(variants.get(task.role())).request();
      if (node != null) {
        node.cpu -= sign * request.cpu().milli();
        node.memory -= sign * request.memory().value();
        sum += book(node, task.devices(), sign);
      }
    }
    return sum;
  }

  private static long book(Node node, DeviceBooking booking, int sign) {
    if (booking instanceof DeviceBooking.Mig(List<MigInstance> instances)) {
      long sum = 0;
      for (MigInstance i : instances) {
        int milli = migMilli(node.spec.devices().get(i.device()).model(), i.profile());
        node.free[i.device()] -= sign * milli;
        sum += milli;
      }
      return sum;
    }
    int milli = booking instanceof DeviceBooking.Fraction f ? f.milli() : WHOLE;
    for (long m = booking.mask(); m != 0; m &= m - 1) {
      node.free[Long.numberOfTrailingZeros(m)] -= sign * milli;
    }
    return (long) milli * Long.bitCount(booking.mask());
  }

  /** See {@link Metric#FRAGMENTATION}; NaN when nothing is free or nothing has arrived. */
  double fragmentation() {
    List<Kind> typical = typical();
    double weights = typical.stream().mapToLong(k -> k.tasks).sum();
    double unusable = 0;
    long free = 0;
    for (Node node : nodes.values()) {
      long nodeFree = 0;
      for (int f : node.free) {
        nodeFree += f;
      }
      if (nodeFree > 0) {
        free += nodeFree;
        for (Kind kind : typical) {
          unusable += kind.tasks / weights * unusable(node, nodeFree, kind);
        }
      }
    }
    return free == 0 || typical.isEmpty() ? Double.NaN : unusable / free;
  }

  /** The most popular kinds that ask for devices, until 95 % of their tasks are covered. */
  private List<Kind> typical() {
    List<Kind> asking = new ArrayList<>(kinds.values().stream().filter(k -> k.count > 0).toList());
    asking.sort(Comparator.comparingLong((Kind k) -> -k.tasks));
    long all = asking.stream().mapToLong(k -> k.tasks).sum();
    long covered = 0;
    int n = 0;
    while (n < asking.size() && covered < 0.95 * all) {
      covered += asking.get(n++).tasks;
    }
    return asking.subList(0, n);
  }

  private static long unusable(Node node, long nodeFree, Kind kind) {
    if (kind.request.cpu().milli() > node.cpu || kind.request.memory().value() > node.memory) {
      return nodeFree;
    }
    int fitting = 0;
    long tooSmall = 0;
    List<DeviceSpec> devices = node.spec.devices();
    DeviceModel last = null; // neighbours are mostly of one model
    int need = 0;
    for (int d = 0; d < node.free.length; d++) {
      DeviceModel model = devices.get(d).model();
      need = model == last ? need : kind.need(model);
      last = model;
      if (need > 0 && node.free[d] >= need) {
        fitting++;
      } else {
        tooSmall += node.free[d];
      }
    }
    return fitting >= kind.count ? tooSmall : nodeFree;
  }
}
