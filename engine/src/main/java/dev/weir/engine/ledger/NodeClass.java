package dev.weir.engine.ledger;

import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.Resource;
import dev.weir.model.fleet.Taint;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.NodeFilter;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Nodes that differ only in their name, their place in the topology and what is booked on them.
 * What a request can never do on one of them it can do on none.
 */
public final class NodeClass {
  /** Label that differs on every node (Kubernetes). */
  public static final String HOSTNAME = "kubernetes.io/hostname";

  /** What stands in the place of nodes that left before a snapshot. */
  static final NodeSpec DEPARTED =
      new NodeSpec(
          new NodeId("departed"),
          "",
          new DomainId("departed"),
          new Cpu(0),
          new Bytes(0),
          0,
          List.of(),
          Map.of(),
          List.of(),
          false);

  /** Dense from 0. */
  public final int id;

  public final long cpuMilli;
  public final long memoryBytes;
  public final int maxTasks;
  public final List<DeviceSpec> devices;
  public final Map<String, String> labels;
  public final List<Taint> taints;

  /** Pool of each device position: one pool per device model of the fleet. */
  public final int[] poolOf;

  /** Distinct pools, ascending. */
  public final int[] pools;

  /** Numbers of {@code devices/MODEL} by position; -1 = not asked for yet. */
  private final int[] deviceResources;

  /** Labels that differ inside the class and are looked at node by node. */
  private final Set<String> perNodeLabels;

  /** Nodes of this class that exist, usable or not. */
  public int nodes;

  /** What makes a class; labels without those that differ by node. */
  record Key(
      long cpuMilli,
      long memoryBytes,
      int maxTasks,
      List<DeviceSpec> devices,
      Map<String, String> labels,
      List<Taint> taints) {
    static Key of(NodeSpec spec, Set<String> perNodeLabels) {
      Map<String, String> labels = new HashMap<>(spec.labels());
      labels.remove(HOSTNAME);
      perNodeLabels.forEach(labels::remove);
      List<DeviceSpec> devices =
          spec.devices().stream()
              .map(d -> new DeviceSpec(d.model(), d.sharable(), d.migMode(), d.layout(), ""))
              .toList();
      return new Key(
          spec.cpu().milli(),
          spec.memory().value(),
          spec.maxTasks(),
          devices,
          labels,
          spec.taints());
    }
  }

  static NodeClass ofDeparted(Pools pools) {
    return new NodeClass(-1, Key.of(DEPARTED, Set.of()), pools, Set.of());
  }

  NodeClass(int id, Key key, Pools poolTable, Set<String> perNodeLabels) {
    this.id = id;
    this.perNodeLabels = perNodeLabels;
    cpuMilli = key.cpuMilli();
    memoryBytes = key.memoryBytes();
    maxTasks = key.maxTasks();
    devices = key.devices();
    labels = key.labels();
    taints = key.taints();
    poolOf = devices.stream().mapToInt(d -> poolTable.of(d.model())).toArray();
    deviceResources = new int[poolOf.length];
    java.util.Arrays.fill(deviceResources, -1);
    pools = java.util.Arrays.stream(poolOf).distinct().sorted().toArray();
  }

  /** Why no task of this request may ever run on an empty node of this class; empty = it may. */
  public Optional<String> refusal(Ask ask) {
    NodeFilter where = ask.request.where();
    for (Map.Entry<String, String> wanted : where.selector().entrySet()) {
      if (!varies(wanted.getKey()) && !wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return Optional.of("label " + wanted.getKey() + " is not " + wanted.getValue());
      }
    }
    for (Taint taint : taints) {
      if (taint.effect() != Taint.Effect.PREFER_NO_SCHEDULE
          && where.tolerations().stream().noneMatch(t -> t.tolerates(taint))) {
        return Optional.of(
            "taint " + taint.key() + (taint.value().isEmpty() ? "" : "=" + taint.value()));
      }
    }
    if (!ask.perNode && !where.anyOf().isEmpty() && where.anyOf().stream().noneMatch(this::holds)) {
      return Optional.of("node affinity");
    }
    if (ask.cpuMilli > cpuMilli) {
      return Optional.of("too little CPU");
    }
    if (ask.memoryBytes > memoryBytes) {
      return Optional.of("too little memory");
    }
    return tasksOfDevices(ask) > 0 ? Optional.empty() : Optional.of(deviceRefusal(ask));
  }

  private boolean varies(String label) {
    return label.equals(HOSTNAME) || perNodeLabels.contains(label);
  }

  private boolean holds(NodeFilter.Term term) {
    return term.expressions().stream().allMatch(e -> e.holds(labels));
  }

  private String deviceRefusal(Ask ask) {
    if (devices.isEmpty()) {
      return "no devices";
    }
    boolean any = devices.stream().anyMatch(d -> ask.filter.accepts(d.model()));
    if (!any) {
      return ask.filter.models().isEmpty()
          ? "devices are not capable enough"
          : "device model is not " + String.join("|", ask.filter.models());
    }
    return switch (ask.kind) {
      case MIG -> "no MIG profile " + ask.profile;
      case FRACTION -> "devices are not shared";
      case NONE, WHOLE -> "too few devices per node";
    };
  }

  /** Tasks of this request that an empty node of the class holds. */
  public int tasksOnEmpty(Ask ask) {
    long tasks = Math.min(maxTasks, tasksOfDevices(ask));
    if (ask.cpuMilli > 0) {
      tasks = Math.min(tasks, cpuMilli / ask.cpuMilli);
    }
    if (ask.memoryBytes > 0) {
      tasks = Math.min(tasks, memoryBytes / ask.memoryBytes);
    }
    return (int) tasks;
  }

  /** The same by devices alone. */
  private int tasksOfDevices(Ask ask) {
    if (ask.kind == Ask.Kind.NONE) {
      return Integer.MAX_VALUE;
    }
    int tasks = 0;
    for (int pool : pools) {
      int units = 0;
      for (int d = 0; d < poolOf.length; d++) {
        units += poolOf[d] == pool ? unitsOn(devices.get(d), ask) : 0;
      }
      // a fraction over several devices needs as many different ones
      tasks +=
          ask.kind == Ask.Kind.FRACTION && ask.count > 1 && countOf(pool) < ask.count
              ? 0
              : units / ask.count;
    }
    return tasks;
  }

  /** The number of the resource that counts devices of this position's model. */
  int deviceResource(int position, Resources resources) {
    if (deviceResources[position] < 0) {
      String model = devices.get(position).model().name();
      deviceResources[position] = resources.number(Resource.devicesOf(model));
    }
    return deviceResources[position];
  }

  private int countOf(int pool) {
    int n = 0;
    for (int p : poolOf) {
      n += p == pool ? 1 : 0;
    }
    return n;
  }

  private static int unitsOn(DeviceSpec device, Ask ask) {
    DeviceModel model = device.model();
    if (!ask.filter.accepts(model)) {
      return 0;
    }
    return switch (ask.kind) {
      case NONE -> 0;
      case WHOLE -> device.migMode() == MigMode.FIXED && !device.layout().isEmpty() ? 0 : 1;
      case FRACTION -> {
        long bytes = ask.bytesOn(model.memory().value());
        if (!device.sharable() || bytes > model.memory().value()) {
          yield 0;
        }
        int byShare = 1000 / ask.shareMilli;
        yield bytes == 0 ? byShare : (int) Math.min(byShare, model.memory().value() / bytes);
      }
      case MIG -> migUnits(device, ask);
    };
  }

  private static int migUnits(DeviceSpec device, Ask ask) {
    return switch (device.migMode()) {
      case OFF -> 0;
      case FIXED ->
          // another layout may hold it: reshaping is for the pass to decide
          device
              .model()
              .mig()
              .flatMap(t -> t.profile(ask.profile))
              .map(MigProfile::maxCount)
              .orElse(0);
      case DYNAMIC ->
          device
              .model()
              .mig()
              .flatMap(t -> t.profile(ask.profile))
              .map(MigProfile::maxCount)
              .orElse(0);
    };
  }

  @Override
  public String toString() {
    return "class" + id;
  }
}
