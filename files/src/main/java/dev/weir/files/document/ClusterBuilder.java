package dev.weir.files.document;

import dev.weir.files.catalogue.Catalogue;
import dev.weir.files.catalogue.DeviceModelEntry;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a cluster of a file that was checked. */
final class ClusterBuilder {
  /** The queue of a cluster that names none. */
  private static final String DEFAULT_QUEUE = "default";

  private final ClusterFile file;
  private final Catalogue devices;
  private final Map<String, Integer> nextDomain = new LinkedHashMap<>();

  ClusterBuilder(ClusterFile file) {
    this.file = file;
    this.devices = catalogue(file);
  }

  static Catalogue catalogue(ClusterFile file) {
    return Catalogue.builtIn()
        .with(file.deviceModels().stream().map(DeviceModelEntry::toModel).toList());
  }

  Cluster build() {
    var topology =
        new TopologySpec(file.topology().stream().map(ClusterFile.Level::toLevel).toList());
    var nodes = new ArrayList<NodeSpec>();
    for (NodeGroup group : file.nodes()) {
      addNodes(group, topology, nodes);
    }
    return new Cluster(
        file.name(),
        devices,
        topology,
        nodes,
        file.licences(),
        queues(file.queues()),
        file.reservations().stream().map(ReservationEntry::toReservation).toList());
  }

  static List<QueueSpec> queues(List<QueueEntry> entries) {
    var specs = new ArrayList<QueueSpec>();
    entries.forEach(entry -> entry.addTo(Optional.empty(), specs));
    return specs.isEmpty() ? List.of(QueueSpec.open(new QueueId(DEFAULT_QUEUE))) : specs;
  }

  private void addNodes(NodeGroup group, TopologySpec topology, List<NodeSpec> nodes) {
    List<DeviceSpec> nodeDevices = devices(group);
    List<String> names = group.names();
    for (int i = 0; i < names.size(); i++) {
      nodes.add(
          new NodeSpec(
              new NodeId(names.get(i)),
              names.get(i),
              new DomainId(group.domain().orElse(domain())),
              group.cpu(),
              group.memory(),
              group.maxTasks(),
              nodeDevices,
              labels(group, names.get(i), i, topology),
              group.taints().stream().map(NodeGroup.TaintEntry::toTaint).toList(),
              group.deviceIdentity()));
    }
    group
        .perDomain()
        .forEach(
            (level, size) ->
                nextDomain.merge(level, Math.ceilDiv(names.size(), size), Integer::sum));
  }

  private String domain() {
    return file.domains().isEmpty() ? file.name() : file.domains().getFirst().name();
  }

  /**
   * The group's labels, the node's own name as Kubernetes labels it, and one for each level whose
   * domains are numbered by themselves.
   */
  private Map<String, String> labels(
      NodeGroup group, String name, int position, TopologySpec topology) {
    var labels = new LinkedHashMap<>(group.labels());
    labels.putIfAbsent(Where.NODE_NAME, name);
    for (TopologySpec.Level level : topology.levels()) {
      Integer size = group.perDomain().get(level.name());
      if (size != null) {
        int number = nextDomain.getOrDefault(level.name(), 0) + position / size;
        labels.put(level.label(), level.name() + "-" + number);
      }
    }
    return labels;
  }

  private List<DeviceSpec> devices(NodeGroup group) {
    var specs = new ArrayList<DeviceSpec>();
    for (NodeGroup.NodeDevices kind : group.devices()) {
      DeviceModel model = devices.model(kind.model()).orElseThrow();
      for (int i = 0; i < kind.count(); i++) {
        int number = specs.size();
        List<MigInstance> layout =
            kind.layout().stream()
                .map(instance -> new MigInstance(number, instance.profile(), instance.start()))
                .toList();
        specs.add(new DeviceSpec(model, kind.sharable(), kind.mig(), layout, ""));
      }
    }
    return specs;
  }
}
