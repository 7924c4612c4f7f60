package dev.weir.simulator.scenario.run;

import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.Role;
import dev.weir.simulator.scenario.Check;
import dev.weir.simulator.scenario.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Where tasks are. */
final class PlaceJudge {
  private final Judge judge;

  PlaceJudge(Judge judge) {
    this.judge = judge;
  }

  Optional<String> objection(Check.OfPlaces check) {
    return switch (check) {
      case Check.SameDomain c -> sameDomain(c);
      case Check.Apart c -> apart(c);
      case Check.OnNodes c -> onNodes(c);
      case Check.NotOnNodes c -> notOnNodes(c);
      case Check.NodesUsed c -> nodesUsed(c);
      case Check.MigStarts c -> migStarts(c);
    };
  }

  /** The domain of a node at a level; empty when its labels put it into none. */
  private String domain(Node node, String level) {
    if (level.equals(TopologySpec.NODE)) {
      return node.id().value();
    }
    int position =
        judge
            .engineState()
            .fleet
            .level(level)
            .orElseThrow(() -> new AssertionError("the fleet has no level " + level));
    return node.domainAt(position).name;
  }

  private Optional<String> sameDomain(Check.SameDomain c) {
    List<List<JobId>> sets =
        c.together()
            ? List.of(judge.ids(c.job()))
            : judge.ids(c.job()).stream().map(List::of).toList();
    for (List<JobId> jobs : sets) {
      for (List<Holding.Place> group : groups(c, jobs)) {
        Set<String> domains = new TreeSet<>();
        group.forEach(p -> domains.add(domain(p.node(), c.level())));
        if (domains.size() != 1) {
          return Optional.of(
              "expected %s in one %s, but %s"
                  .formatted(
                      judge.names(jobs),
                      c.level(),
                      domains.isEmpty()
                          ? judge.tell(jobs.getFirst())
                          : "the tasks are in " + String.join(", ", domains)));
        }
      }
    }
    return Optional.empty();
  }

  private List<List<Holding.Place>> groups(Check.SameDomain c, List<JobId> jobs) {
    List<Holding.Place> places = new ArrayList<>();
    for (JobId job : jobs) {
      List<Role> roles = judge.cast().spec(job).roles();
      judge.places(job).stream()
          .filter(p -> c.role().map(r -> roles.get(p.role()).name().equals(r)).orElse(true))
          .forEach(places::add);
    }
    if (c.groupsOf().isEmpty() || places.isEmpty()) {
      return List.of(places);
    }
    Map<Integer, List<Holding.Place>> groups = new LinkedHashMap<>();
    places.forEach(
        p -> groups.computeIfAbsent(p.task() / c.groupsOf().get(), _ -> new ArrayList<>()).add(p));
    return List.copyOf(groups.values());
  }

  private Optional<String> apart(Check.Apart c) {
    Map<String, JobId> taken = new LinkedHashMap<>();
    for (JobId job : judge.ids(c.job())) {
      if (judge.places(job).isEmpty()) {
        return Optional.of(
            "expected %s to hold room, but %s".formatted(judge.name(job), judge.tell(job)));
      }
      for (Holding.Place p : judge.places(job)) {
        String domain = domain(p.node(), c.level());
        JobId other = taken.put(domain, job);
        if (other != null) {
          return Optional.of(
              "expected each task in a %s of its own, but %s holds tasks of %s and %s"
                  .formatted(c.level(), domain, judge.name(other), judge.name(job)));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> onNodes(Check.OnNodes c) {
    Set<NodeId> wanted = new LinkedHashSet<>(Names.nodeIds(c.nodes()));
    return judge.each(
        c.job(),
        "only on " + list(wanted),
        job ->
            !judge.places(job).isEmpty()
                    && judge.places(job).stream().allMatch(p -> wanted.contains(p.node().id()))
                ? Optional.empty()
                : Optional.of(judge.tell(job)));
  }

  private Optional<String> notOnNodes(Check.NotOnNodes c) {
    Set<NodeId> shunned = new LinkedHashSet<>(Names.nodeIds(c.nodes()));
    return judge.each(
        c.job(),
        "to hold nothing on " + list(shunned),
        job ->
            judge.places(job).stream().noneMatch(p -> shunned.contains(p.node().id()))
                ? Optional.empty()
                : Optional.of(judge.tell(job)));
  }

  private static String list(Set<NodeId> nodes) {
    return String.join(", ", nodes.stream().map(NodeId::value).toList());
  }

  private Optional<String> nodesUsed(Check.NodesUsed c) {
    List<JobId> jobs = judge.ids(c.job());
    Set<String> nodes = new LinkedHashSet<>();
    jobs.forEach(j -> judge.places(j).forEach(p -> nodes.add(p.node().id().value())));
    return nodes.size() == c.exactly()
        ? Optional.empty()
        : Optional.of(
            "expected %s on %d nodes, but they are on %d: %s"
                .formatted(judge.names(jobs), c.exactly(), nodes.size(), String.join(", ", nodes)));
  }

  private Optional<String> migStarts(Check.MigStarts c) {
    List<JobId> jobs = judge.ids(c.job());
    List<Integer> starts = new ArrayList<>();
    for (JobId job : jobs) {
      for (Holding.Place p : judge.places(job)) {
        if (p.devices() instanceof DeviceBooking.Mig(var instances)) {
          instances.stream().map(MigInstance::start).forEach(starts::add);
        }
      }
    }
    starts.sort(Integer::compare);
    boolean holds =
        c.exactly().isEmpty()
            ? !starts.isEmpty() && c.among().containsAll(starts)
            : starts.equals(c.exactly().stream().sorted().toList());
    return holds
        ? Optional.empty()
        : Optional.of(
            "expected the instances of %s to start at %s%s, but they start at %s"
                .formatted(
                    judge.names(jobs),
                    c.exactly().isEmpty() ? "some of " : "",
                    c.exactly().isEmpty() ? c.among() : c.exactly(),
                    starts));
  }

  // ------------------------------------------------------------------ devices

  private Map<String, List<JobId>> byDevice(List<JobId> jobs) {
    Map<String, List<JobId>> devices = new LinkedHashMap<>();
    for (JobId job : jobs) {
      for (Holding.Place p : judge.places(job)) {
        for (int d = 0; d < p.node().deviceCount(); d++) {
          if ((p.devices().mask() >>> d & 1) != 0) {
            devices
                .computeIfAbsent(p.node().id() + " device " + d, _ -> new ArrayList<>())
                .add(job);
          }
        }
      }
    }
    return devices;
  }

  Optional<String> sameDevice(List<String> references) {
    List<JobId> jobs = judge.ids(references);
    Map<String, List<JobId>> devices = byDevice(jobs);
    Optional<JobId> without = jobs.stream().filter(j -> judge.places(j).isEmpty()).findFirst();
    if (devices.size() == 1 && without.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "expected %s on one device, but %s"
            .formatted(
                judge.names(jobs),
                without
                    .map(judge::tell)
                    .orElse("they are on " + String.join(", ", devices.keySet()))));
  }

  Optional<String> differentDevices(List<String> references) {
    List<JobId> jobs = judge.ids(references);
    Optional<JobId> without = jobs.stream().filter(j -> judge.places(j).isEmpty()).findFirst();
    if (without.isPresent()) {
      return Optional.of(
          "expected %s to hold devices, but %s"
              .formatted(judge.name(without.get()), judge.tell(without.get())));
    }
    for (Map.Entry<String, List<JobId>> device : byDevice(jobs).entrySet()) {
      if (device.getValue().size() > 1) {
        return Optional.of(
            "expected no device to be shared, but %s holds tasks of %s"
                .formatted(device.getKey(), judge.names(device.getValue())));
      }
    }
    return Optional.empty();
  }
}
