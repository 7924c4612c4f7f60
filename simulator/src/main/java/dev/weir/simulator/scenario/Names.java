package dev.weir.simulator.scenario;

import dev.weir.files.bind.Findings;
import dev.weir.files.document.Amounts;
import dev.weir.files.document.Cluster;
import dev.weir.files.document.NamePattern;
import dev.weir.model.id.NodeId;
import dev.weir.model.queue.QueueSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The names that a scenario may use, so that a misspelt one is refused and not silently without
 * effect.
 */
public final class Names {
  private final Set<String> jobs = new LinkedHashSet<>();
  private final Set<String> nodes = new TreeSet<>();
  private final Set<String> queues = new TreeSet<>();
  private final Set<String> levels = new LinkedHashSet<>();
  private final Set<String> models = new TreeSet<>();
  private final Set<String> licences = new TreeSet<>();
  private final Set<String> reservations = new TreeSet<>();

  private Names() {}

  static Names of(ScenarioFile scenario) {
    Names names = new Names();
    Cluster cluster = scenario.cluster().orElseThrow().toCluster();
    cluster.nodes().forEach(n -> names.nodes.add(n.id().value()));
    cluster.queues().forEach(q -> names.queues.add(q.id().value()));
    names.levels.addAll(cluster.levels());
    names.models.addAll(cluster.devices().names());
    names.licences.addAll(cluster.licences().keySet());
    cluster.reservations().forEach(r -> names.reservations.add(r.name()));
    scenario.timeline().forEach(step -> names.learn(step));
    return names;
  }

  private void learn(Step step) {
    switch (step.deed()) {
      case Submission s -> {
        for (int i = 0; i < step.times(); i++) {
          jobs.addAll(s.names(i, step.times()));
        }
      }
      case Deed.Join join -> nodes.addAll(join.nodes().names());
      case Deed.Reserve reserve -> reservations.add(reserve.name());
      case Deed.Drain drain -> reservations.add(drain.name());
      case Deed.Licences l -> licences.addAll(l.counts().keySet());
      case Deed.Queues q ->
          q.toSpecs().stream().map(QueueSpec::id).forEach(id -> queues.add(id.value()));
      default -> {
        // The others name only what is there already.
      }
    }
  }

  /** A job by its name, {@code name#2} for the second of that name, or a pattern with {@code *}. */
  void job(Findings at, String field, String name) {
    String bare = name.replaceAll("#[1-9][0-9]*$", "");
    if (bare.contains("*")) {
      Pattern pattern = pattern(bare);
      if (jobs.stream().noneMatch(j -> pattern.matcher(j).matches())) {
        at.unknown(field, "job", bare, jobs);
      }
    } else {
      at.requireKnown(field, "job", bare, jobs);
    }
  }

  void jobs(Findings at, String field, Iterable<String> names) {
    int i = 0;
    for (String name : names) {
      job(at, field + "[" + i++ + "]", name);
    }
  }

  /** The jobs that are keys of a table. */
  void jobKeys(Findings at, Iterable<String> names) {
    for (String name : names) {
      job(at, Findings.keyOf("", name), name);
    }
  }

  void node(Findings at, String field, String name) {
    at.requireKnown(field, "node", name, nodes);
  }

  void nodes(Findings at, String field, List<NamePattern> patterns) {
    for (int i = 0; i < patterns.size(); i++) {
      for (String name : patterns.get(i).names()) {
        if (!nodes.contains(name)) {
          at.unknown(field + "[" + i + "]", "node", name, nodes);
          break; // the first unknown name of a range says enough
        }
      }
    }
  }

  void queue(Findings at, String field, String name) {
    at.requireKnown(field, "queue", name, queues);
  }

  void level(Findings at, String field, String name) {
    at.requireKnown(field, "level of the topology", name, levels);
  }

  void model(Findings at, String field, String name) {
    at.requireKnown(field, "device model", name, models);
  }

  void reservation(Findings at, String field, String name) {
    at.requireKnown(field, "reservation", name, reservations);
  }

  void amounts(Findings at, Amounts amounts) {
    if (amounts.toResources().isEmpty()) {
      at.report("", "names no amount", "cpu, memory, devices, devicesOf or licences");
    }
    amounts.devicesOf().keySet().forEach(m -> model(at, Findings.keyOf("devicesOf", m), m));
    amounts
        .licences()
        .keySet()
        .forEach(l -> at.requireKnown(Findings.keyOf("licences", l), "licence", l, licences));
  }

  /** A name pattern in which {@code *} stands for any characters. */
  public static Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    for (String part : glob.split("(?<=\\*)|(?=\\*)")) {
      regex.append(part.equals("*") ? ".*" : Pattern.quote(part));
    }
    return Pattern.compile(regex.toString());
  }

  /** All nodes of a list of patterns, in order. */
  public static List<NodeId> nodeIds(List<NamePattern> patterns) {
    return patterns.stream().flatMap(p -> p.names().stream()).map(NodeId::new).toList();
  }
}
