package dev.weir.driver.local.inventory.discovery;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Link;
import dev.weir.driver.local.inventory.discovery.Discovery.Found;
import dev.weir.driver.local.inventory.discovery.Discovery.Wish;
import dev.weir.driver.local.inventory.vendor.NvidiaFabric;
import dev.weir.files.catalogue.Catalogue;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.model.problem.Problem;
import dev.weir.model.unit.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes a node of what was found. */
final class NodeAssembly {
  /** Name of the model that stands for a slot of CPU. */
  static final String CPU_SLOT = "cpu-slot";

  /** Label: the NVLink domain beyond this host that its devices belong to. */
  static final String NVLINK_DOMAIN = "weir.dev/nvlink-domain";

  /** Label: how many NUMA nodes the host has. */
  static final String NUMA_NODES = "weir.dev/numa-nodes";

  /** Label: NUMA node of each device by position, as {@code 0.0.1.1}; {@code x} = not known. */
  static final String DEVICE_NUMA = "weir.dev/device-numa";

  /** Label: group of directly linked devices of each device by position, as {@code 0.0.0.0}. */
  static final String DEVICE_ISLANDS = "weir.dev/device-islands";

  private final Host host;
  private final ModelNames names;
  private final Wish wish;
  private final List<Problem> warnings = new ArrayList<>();
  private final List<DeviceSpec> specs = new ArrayList<>();
  private final List<FoundDevice> used = new ArrayList<>();

  NodeAssembly(Host host, Catalogue catalogue, Wish wish) {
    this.host = host;
    this.names = new ModelNames(catalogue);
    this.wish = wish;
  }

  Found assemble(DomainId domain, Map<String, Inventory> inventories) {
    for (Inventory inventory : inventories.values()) {
      warnings.addAll(inventory.warnings());
      inventory.devices().forEach(this::device);
    }
    if (specs.isEmpty()) {
      cpuSlots();
    }
    NodeSpec node =
        new NodeSpec(
            new NodeId(host.name()),
            host.uid(),
            domain,
            host.cpu(),
            host.memory(),
            wish.maxTasks(),
            specs,
            labels(inventories),
            List.of(),
            true);
    return new Found(node, used, inventories, warnings);
  }

  private void device(FoundDevice device) {
    String source = "%s device %d".formatted(device.vendor(), device.index());
    if (specs.size() == NodeSpec.MAX_DEVICES) {
      warnings.add(
          Problem.ofFile(source, "is one too many and left out")
              .expecting("at most " + NodeSpec.MAX_DEVICES + " devices of a node"));
      return;
    }
    DeviceModel model = names.model(device);
    if (model.memory().equals(Bytes.ZERO)) {
      warnings.add(
          Problem.ofFile(source, "reports no memory; tasks that ask for device memory pass it by")
              .expecting("an amount of memory"));
    }
    String uuid = device.uuid().or(() -> device.pci().map(Object::toString)).orElse("");
    if (device.mig().orElse(false)) {
      mig(device, model, uuid, source);
    } else {
      add(device, new DeviceSpec(model, true, MigMode.OFF, List.of(), uuid));
    }
  }

  private void mig(FoundDevice device, DeviceModel catalogued, String uuid, String source) {
    DeviceModel model =
        new DeviceModel(
            catalogued.name(),
            catalogued.vendor(),
            catalogued.memory(),
            catalogued.memoryBandwidth(),
            catalogued.computeCapability(),
            MigLayout.table(device).or(catalogued::mig));
    if (model.mig().isEmpty()) {
      // In MIG mode a card cannot be used whole either.
      warnings.add(
          Problem.ofFile(source, "is in MIG mode and cannot be used: its profiles are unknown")
              .expecting("nvidia-smi mig -lgip and -lgipp to list them (that needs rights)"));
      return;
    }
    boolean fixed = !wish.dynamicMig() || !device.instances().isEmpty();
    var layout =
        fixed
            ? MigLayout.instances(device, specs.size(), model, warnings)
            : List.<dev.weir.model.allocation.MigInstance>of();
    add(device, new DeviceSpec(model, true, fixed ? MigMode.FIXED : MigMode.DYNAMIC, layout, uuid));
  }

  private void add(FoundDevice device, DeviceSpec spec) {
    specs.add(spec);
    used.add(device);
  }

  private void cpuSlots() {
    int cores = (int) Math.max(1, host.cpu().milli() / 1000);
    int slots = Math.clamp(wish.cpuSlots().orElse(cores), 0, NodeSpec.MAX_DEVICES);
    var model = new DeviceModel(CPU_SLOT, "cpu", Bytes.ZERO, 0, 0, Optional.empty());
    for (int i = 0; i < slots; i++) {
      specs.add(new DeviceSpec(model, false, MigMode.OFF, List.of(), CPU_SLOT + "-" + i));
    }
  }

  private Map<String, String> labels(Map<String, Inventory> inventories) {
    Map<String, String> labels = new TreeMap<>();
    labels.put(NUMA_NODES, Integer.toString(host.numaNodes()));
    var domains = new TreeSet<String>();
    used.forEach(
        device ->
            Optional.ofNullable(device.facts().get(NvidiaFabric.FACT)).ifPresent(domains::add));
    if (domains.size() == 1) {
      labels.put(NVLINK_DOMAIN, domains.getFirst());
    } else if (domains.size() > 1) {
      warnings.add(
          Problem.ofFile(host.name(), "its devices name several NVLink domains: " + domains)
              .expecting("one domain per host; none is used"));
    }
    if (used.stream().anyMatch(device -> device.numaNode().isPresent())) {
      labels.put(
          DEVICE_NUMA,
          String.join(
              ".",
              used.stream()
                  .map(device -> device.numaNode().map(n -> Integer.toString(n)).orElse("x"))
                  .toList()));
    }
    islands(inventories).ifPresent(islands -> labels.put(DEVICE_ISLANDS, islands));
    return labels;
  }

  /** Devices that are linked directly, over any number of steps, are one island. */
  private Optional<String> islands(Map<String, Inventory> inventories) {
    int[] island = new int[used.size()];
    for (int i = 0; i < island.length; i++) {
      island[i] = i;
    }
    boolean any = false;
    for (Map.Entry<String, Inventory> vendor : inventories.entrySet()) {
      for (Link link : vendor.getValue().links()) {
        int from = position(vendor.getKey(), link.from());
        int to = position(vendor.getKey(), link.to());
        if (link.kind().direct() && from >= 0 && to >= 0) {
          any = true;
          int low = Math.min(island[from], island[to]);
          int high = Math.max(island[from], island[to]);
          for (int i = 0; i < island.length; i++) {
            island[i] = island[i] == high ? low : island[i];
          }
        }
      }
    }
    return any
        ? Optional.of(
            String.join(".", java.util.Arrays.stream(island).mapToObj(Integer::toString).toList()))
        : Optional.empty();
  }

  private int position(String vendor, int index) {
    for (int i = 0; i < used.size(); i++) {
      if (used.get(i).vendor().equals(vendor) && used.get(i).index() == index) {
        return i;
      }
    }
    return -1;
  }
}
