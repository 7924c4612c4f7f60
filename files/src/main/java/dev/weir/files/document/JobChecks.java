package dev.weir.files.document;

import dev.weir.files.bind.Document;
import dev.weir.files.bind.Findings;
import dev.weir.files.catalogue.Catalogue;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.reservation.Reservation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a job asks of a cluster and the cluster cannot give: names that do not exist there, requests
 * that no node could ever satisfy, dependencies that never end.
 */
public final class JobChecks {
  private final Cluster cluster;
  private final boolean alsoRoom;

  /** Checks against this cluster. */
  public JobChecks(Cluster cluster) {
    this(cluster, true);
  }

  private JobChecks(Cluster cluster, boolean alsoRoom) {
    this.cluster = cluster;
    this.alsoRoom = alsoRoom;
  }

  /** Checks names alone: a fleet that has no room for a job may grow. */
  public static JobChecks ofNames(Cluster cluster) {
    return new JobChecks(cluster, false);
  }

  /** Reports what the cluster does not know or can never give. */
  public Findings check(Document<JobFile> document) {
    Findings findings = document.findings();
    JobFile job = document.value();
    findings.requireKnown("queue", "queue", job.queue(), cluster.jobQueues());
    List<String> reservations = cluster.reservations().stream().map(Reservation::name).toList();
    job.reservation()
        .ifPresent(r -> findings.requireKnown("reservation", "reservation", r, reservations));
    nearness(findings.in("topology"), job.topology());
    job.single().ifPresent(fields -> role(findings, fields));
    for (int i = 0; i < job.roles().size(); i++) {
      Findings at = findings.in("roles[" + i + "]");
      nearness(at.in("topology"), job.roles().get(i).topology());
      role(at, job.roles().get(i).fields());
    }
    return findings;
  }

  /**
   * Reports dependencies on jobs that do not exist, and those that form a circle.
   *
   * @param others names of jobs that exist already
   */
  public static List<Findings> checkDependencies(
      List<Document<JobFile>> documents, Collection<String> others) {
    Map<String, JobFile> byName = new LinkedHashMap<>();
    documents.forEach(document -> byName.put(document.value().name(), document.value()));
    Set<String> known = new LinkedHashSet<>(byName.keySet());
    known.addAll(others);
    var all = new ArrayList<Findings>();
    for (Document<JobFile> document : documents) {
      Findings findings = document.findings();
      List<JobFile.Precedence> before = document.value().dependsOn();
      for (int i = 0; i < before.size(); i++) {
        String field = "dependsOn[" + i + "]";
        findings.requireKnown(field, "job", before.get(i).job(), known);
        if (reaches(before.get(i).job(), document.value().name(), byName, new TreeSet<>())) {
          findings.report(
              field, "waits for this job itself, in a circle", "a job that can end first");
        }
      }
      all.add(findings);
    }
    return all;
  }

  private static boolean reaches(
      String from, String wanted, Map<String, JobFile> byName, Set<String> seen) {
    if (from.equals(wanted)) {
      return true;
    }
    JobFile job = byName.get(from);
    if (job == null || !seen.add(from)) {
      return false;
    }
    return job.dependsOn().stream().anyMatch(p -> reaches(p.job(), wanted, byName, seen));
  }

  private void nearness(Findings at, Optional<Nearness> near) {
    near.flatMap(Nearness::require).ifPresent(level -> level(at, "require", level));
    near.flatMap(Nearness::prefer).ifPresent(level -> level(at, "prefer", level));
  }

  private void level(Findings at, String field, String level) {
    at.requireKnown(field, "level of the topology", level, cluster.levels());
  }

  private void role(Findings at, RoleFields fields) {
    fields
        .groups()
        .ifPresent(
            groups -> {
              groups.require().ifPresent(level -> level(at.in("groups"), "require", level));
              groups.prefer().ifPresent(level -> level(at.in("groups"), "prefer", level));
            });
    if (fields.variants().isEmpty()) {
      task(at, fields.task());
    }
    for (int i = 0; i < fields.variants().size(); i++) {
      task(at.in("variants[" + i + "]"), fields.variants().get(i).task().over(fields.task()));
    }
  }

  private void task(Findings at, TaskFields task) {
    for (String licence : task.licences().keySet()) {
      at.requireKnown(
          Findings.keyOf("licences", licence), "licence", licence, cluster.licences().keySet());
    }
    Catalogue known = cluster.devices();
    boolean namesKnown = true;
    List<String> models = task.devices().map(Devices::model).orElse(List.of());
    for (int i = 0; i < models.size(); i++) {
      if (known.model(models.get(i)).isEmpty()) {
        at.unknown("devices.model[" + i + "]", "device model", models.get(i), known.names());
        namesKnown = false;
      }
    }
    if (namesKnown && alsoRoom) {
      room(at, task);
    }
  }

  /**
   * A task fits into no node, even an empty one: say in which respect, with the most that a node
   * has.
   */
  private void room(Findings at, TaskFields task) {
    DeviceRequest request = task.devices().orElse(Devices.NONE).toRequest();
    boolean devicesFit = cluster.nodes().stream().anyMatch(node -> holds(node, request));
    if (!devicesFit) {
      at.report("devices", "no node can ever give this to one task", most(request));
      return;
    }
    atMost(at, "cpu", task.cpu(), NodeSpec::cpu);
    atMost(at, "memory", task.memory(), NodeSpec::memory);
  }

  private <T extends Comparable<T>> void atMost(
      Findings at, String field, Optional<T> asked, Function<NodeSpec, T> has) {
    Optional<T> most = cluster.nodes().stream().map(has).max(Comparator.naturalOrder());
    if (asked.isPresent() && most.isPresent() && asked.get().compareTo(most.get()) > 0) {
      at.report(field, "no node has so much", "at most " + most.get());
    }
  }

  private static boolean holds(NodeSpec node, DeviceRequest request) {
    return switch (request) {
      case DeviceRequest.None none -> true;
      case DeviceRequest.Whole whole -> count(node, whole.filter()) >= whole.count();
      case DeviceRequest.Fraction part ->
          node.devices().stream()
                  .filter(d -> d.sharable() && part.filter().accepts(d.model()))
                  .filter(d -> d.model().memory().compareTo(part.memory()) >= 0)
                  .count()
              >= part.count();
      case DeviceRequest.Mig mig -> instances(node, mig) >= mig.count();
    };
  }

  private static long instances(NodeSpec node, DeviceRequest.Mig mig) {
    long most = 0;
    for (DeviceSpec device : node.devices()) {
      if (device.migMode() == MigMode.FIXED) {
        most += device.layout().stream().filter(i -> i.profile().equals(mig.profile())).count();
      } else if (device.migMode() == MigMode.DYNAMIC && mig.filter().accepts(device.model())) {
        most +=
            device
                .model()
                .mig()
                .flatMap(table -> table.profile(mig.profile()))
                .map(MigProfile::maxCount)
                .orElse(0);
      }
    }
    return most;
  }

  /**
   * Devices of the model of which the node has most: several devices of a task are all of one
   * model.
   */
  private static long count(NodeSpec node, DeviceFilter filter) {
    Map<String, Long> byModel = new LinkedHashMap<>();
    for (DeviceSpec device : node.devices()) {
      if (filter.accepts(device.model())) {
        byModel.merge(device.model().name(), 1L, Long::sum);
      }
    }
    return byModel.values().stream().mapToLong(n -> n).max().orElse(0);
  }

  private String most(DeviceRequest request) {
    DeviceFilter filter =
        switch (request) {
          case DeviceRequest.None none -> DeviceFilter.ANY;
          case DeviceRequest.Whole whole -> whole.filter();
          case DeviceRequest.Fraction part -> part.filter();
          case DeviceRequest.Mig mig -> mig.filter();
        };
    long devices = cluster.nodes().stream().mapToLong(n -> count(n, filter)).max().orElse(0);
    if (request instanceof DeviceRequest.Mig && devices > 0) {
      return "a MIG profile that its devices have, on nodes with mig dynamic or fixed";
    }
    if (devices > 0) {
      return "at most " + devices + " such devices per task";
    }
    Set<String> models = models();
    return models.isEmpty()
        ? "no devices, because the cluster has none"
        : "devices that the cluster has: " + String.join(", ", models);
  }

  private Set<String> models() {
    var models = new TreeSet<String>();
    for (NodeSpec node : cluster.nodes()) {
      node.devices().stream().map(DeviceSpec::model).map(DeviceModel::name).forEach(models::add);
    }
    return models;
  }
}
