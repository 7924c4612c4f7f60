package dev.weir.files.document;

import dev.weir.files.bind.Findings;
import dev.weir.files.catalogue.Catalogue;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.MigTable;
import dev.weir.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the parts of a cluster file must agree on. */
final class ClusterChecks {
  private final ClusterFile file;
  private final Findings findings;
  private final Catalogue devices;
  private final Map<String, Integer> deviceCounts = new HashMap<>();

  ClusterChecks(ClusterFile file, Findings findings) {
    this.file = file;
    this.findings = findings;
    this.devices = ClusterBuilder.catalogue(file);
  }

  void run() {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < file.nodes().size(); i++) {
      node(findings.in("nodes[" + i + "]"), file.nodes().get(i), names);
    }
    for (int i = 0; i < file.queues().size(); i++) {
      queue(findings.in("queues[" + i + "]"), file.queues().get(i));
    }
    for (int i = 0; i < file.reservations().size(); i++) {
      reservation(findings.in("reservations[" + i + "]"), file.reservations().get(i), names);
    }
  }

  private void node(Findings at, NodeGroup group, Set<String> names) {
    int perNode = group.devices().stream().mapToInt(NodeGroup.NodeDevices::count).sum();
    for (String name : group.names()) {
      deviceCounts.put(name, perNode);
      if (!names.add(name)) {
        at.report("name", "names a node twice: " + name);
        break; // one overlapping range would say the same many times
      }
    }
    for (int i = 0; i < group.devices().size(); i++) {
      devices(at.in("devices[" + i + "]"), group.devices().get(i));
    }
    List<String> levels = file.topology().stream().map(ClusterFile.Level::name).toList();
    group
        .perDomain()
        .keySet()
        .forEach(
            level ->
                at.requireKnown(
                    Findings.keyOf("perDomain", level), "level of the topology", level, levels));
    List<String> domains = file.domains().stream().map(ClusterFile.DomainEntry::name).toList();
    List<String> known = domains.isEmpty() ? List.of(file.name()) : domains;
    group.domain().ifPresent(domain -> at.requireKnown("domain", "domain", domain, known));
  }

  private void devices(Findings at, NodeGroup.NodeDevices kind) {
    Optional<DeviceModel> model = devices.model(kind.model());
    if (model.isEmpty()) {
      at.unknown("model", "device model", kind.model(), devices.names());
      return;
    }
    Optional<MigTable> table = model.get().mig();
    if (kind.mig() != MigMode.OFF && table.isEmpty()) {
      at.report("mig", kind.model() + " cannot be cut into MIG instances", "off");
    }
    table.ifPresent(t -> layout(at, kind.layout(), t));
  }

  private static void layout(Findings at, List<NodeGroup.Instance> layout, MigTable table) {
    int covered = 0;
    int compute = 0;
    for (int i = 0; i < layout.size(); i++) {
      NodeGroup.Instance instance = layout.get(i);
      Optional<MigProfile> profile = table.profile(instance.profile());
      String field = "layout[" + i + "]";
      if (profile.isEmpty()) {
        List<String> names = table.profiles().stream().map(MigProfile::name).toList();
        at.unknown(field + ".profile", "MIG profile", instance.profile(), names);
        continue;
      }
      if (!profile.get().starts().contains(instance.start())) {
        at.report(
            field + ".start",
            "no " + instance.profile() + " may begin here",
            "one of " + profile.get().starts());
        continue;
      }
      int mask = profile.get().mask(instance.start());
      compute += profile.get().computeSlices();
      if ((covered & mask) != 0 || compute > table.computeSlices()) {
        at.report(field, "overlaps the instances before it");
      }
      covered |= mask;
    }
  }

  private void queue(Findings at, QueueEntry queue) {
    amounts(at.in("guaranteed"), queue.guaranteed());
    amounts(at.in("limit"), queue.limit());
    for (int i = 0; i < queue.queues().size(); i++) {
      queue(at.in("queues[" + i + "]"), queue.queues().get(i));
    }
  }

  private void amounts(Findings at, Amounts amounts) {
    amounts
        .devicesOf()
        .keySet()
        .forEach(
            m ->
                at.requireKnown(
                    Findings.keyOf("devicesOf", m), "device model", m, devices.names()));
    amounts
        .licences()
        .keySet()
        .forEach(
            l ->
                at.requireKnown(
                    Findings.keyOf("licences", l), "licence", l, file.licences().keySet()));
  }

  private void reservation(Findings at, ReservationEntry entry, Set<String> nodes) {
    List<String> sorted = nodes.stream().sorted().toList();
    for (int i = 0; i < entry.nodes().size(); i++) {
      for (String name : entry.nodes().get(i).names()) {
        if (!nodes.contains(name)) {
          at.unknown("nodes[" + i + "]", "node", name, sorted);
          break; // the first unknown name of a range says enough
        }
      }
    }
    entry.devicesOf().ifPresent(some -> devicesOf(at.in("devicesOf"), some, sorted));
    entry.devices().ifPresent(any -> models(at.in("devices"), any.model()));
    List<String> queues = queueNames();
    int number = 0;
    for (String queue : entry.queues()) {
      at.requireKnown("queues[" + number++ + "]", "queue", queue, queues);
    }
  }

  private void devicesOf(Findings at, ReservationEntry.DevicesOfNode some, List<String> nodes) {
    Integer count = deviceCounts.get(some.node());
    if (count == null) {
      at.unknown("node", "node", some.node(), nodes);
      return;
    }
    int number = 0;
    for (int device : some.numbers()) {
      if (device >= count) {
        at.report(
            "numbers[" + number + "]", "the node has " + count + " devices", "0 to " + (count - 1));
      }
      number++;
    }
  }

  private void models(Findings at, List<String> models) {
    for (String name : models) {
      at.requireKnown("model", "device model", name, devices.names());
    }
  }

  private List<String> queueNames() {
    var names = new ArrayList<String>();
    for (QueueSpec queue : ClusterBuilder.queues(file.queues())) {
      names.add(queue.id().value());
    }
    return names;
  }
}
