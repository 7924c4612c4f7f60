package dev.weir.simulator.experiment;

import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.document.ClusterFile;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import dev.weir.simulator.run.Cluster;
import dev.weir.simulator.run.Forecasts;
import dev.weir.simulator.run.Protocol;
import dev.weir.simulator.world.PlacementSpeed;
import dev.weir.simulator.world.WorldModels;
import dev.weir.traces.Trace;
import dev.weir.traces.TraceJob;
import dev.weir.traces.TraceNode;
import dev.weir.traces.TraceSource;
import dev.weir.traces.Traces;
import dev.weir.traces.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** From what an experiment names to what it runs: reads the trace and the cluster. */
final class Resolution {
  private final Input input;
  private final ExperimentReader.At at;
  private final List<String> changes = new ArrayList<>();

  /** An experiment whose names are known to be right. */
  record Input(
      String name,
      String description,
      TraceSource source,
      Optional<Integer> nodeCount,
      Optional<Duration> longest,
      Optional<Integer> jobCount,
      Optional<Path> cluster,
      Protocol protocol,
      OptionalDouble load,
      List<PolicySpec> policies,
      Seeds seeds,
      Forecasts forecasts,
      WorldModels models) {}

  Resolution(Input input, ExperimentReader.At at) {
    this.input = input;
    this.at = at;
  }

  Experiment experiment() {
    Trace trace = Traces.read(input.source());
    List<TraceJob> jobs = cut(first(trace.jobs()));
    Cluster cluster =
        input.cluster().isPresent()
            ? cluster(input.cluster().get(), jobs)
            : TraceFleet.of(spread(trace.nodes()), jobs);
    checkNames(cluster);
    Experiment experiment =
        new Experiment(
            input.name(),
            input.description(),
            ExperimentReader.shortName(input.source().jobs().orElseThrow()),
            trace.report(),
            changes,
            cluster,
            jobs,
            input.protocol(),
            input.load(),
            input.policies(),
            input.seeds(),
            input.forecasts(),
            input.models());
    checkLoad(experiment);
    return experiment;
  }

  private List<TraceJob> first(List<TraceJob> jobs) {
    int most = input.jobCount().orElse(Integer.MAX_VALUE);
    if (most >= jobs.size()) {
      return jobs;
    }
    changes.add("Only the first %,d of %,d jobs are used.".formatted(most, jobs.size()));
    return jobs.subList(0, most);
  }

  private List<TraceJob> cut(List<TraceJob> jobs) {
    if (input.longest().isEmpty()) {
      return jobs;
    }
    double longest = input.longest().get().toMillis() / 1000.0;
    long longer = jobs.stream().filter(j -> j.durationSeconds().orElse(0) > longest).count();
    if (longer == 0) {
      return jobs;
    }
    changes.add(
        "%,d of %,d jobs ran longer than %s and are taken to end then."
            .formatted(longer, jobs.size(), words(input.longest().get())));
    return jobs.stream()
        .map(
            j ->
                j.durationSeconds().orElse(0) > longest ? j.lasting(OptionalDouble.of(longest)) : j)
        .toList();
  }

  private static String words(Duration d) {
    return d.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
  }

  private List<TraceNode> spread(List<TraceNode> nodes) {
    int most = input.nodeCount().orElse(Integer.MAX_VALUE);
    if (most >= nodes.size()) {
      return nodes;
    }
    changes.add(
        "Only %,d of %,d nodes are used, taken at equal distances over the list."
            .formatted(most, nodes.size()));
    List<TraceNode> taken = new ArrayList<>(most);
    for (long i = 0; i < most; i++) {
      taken.add(nodes.get((int) (i * nodes.size() / most)));
    }
    return taken;
  }

  /** A cluster file; every queue that a job of the trace names must be there. */
  private static Cluster cluster(Path path, List<TraceJob> jobs) {
    Document<ClusterFile> document = DocumentReader.of(ClusterFile.class).document(path);
    var cluster = document.value().toCluster();
    TreeSet<String> missing = new TreeSet<>();
    jobs.forEach(j -> missing.add(j.queue()));
    missing.removeAll(cluster.jobQueues());
    if (!missing.isEmpty()) {
      String first = missing.first();
      throw new InvalidDocument(
          Problem.ofFile(path.toString(), "has no queue that jobs of the trace name")
              .got("\"" + first + "\"")
              .nearest(Nearest.to(first, cluster.jobQueues())));
    }
    return new Cluster(cluster.topology(), cluster.nodes(), cluster.queues(), cluster.licences());
  }

  /** Speeds of models and levels that do not exist would be ignored in silence. */
  private void checkNames(Cluster cluster) {
    TreeSet<String> models = new TreeSet<>();
    cluster.nodes().forEach(n -> n.devices().forEach(d -> models.add(d.model().name())));
    require(
        "world.deviceSpeed", "device model", input.models().devices().defaults().keySet(), models);
    TreeSet<String> levels = new TreeSet<>(List.of(TopologySpec.NODE, PlacementSpeed.FLEET));
    cluster.topology().levels().forEach(l -> levels.add(l.name()));
    require("world.placementSpeed", "level", input.models().placement().levels().keySet(), levels);
  }

  private void require(String field, String what, Iterable<String> names, TreeSet<String> valid) {
    for (String name : names) {
      if (!valid.contains(name)) {
        Optional<String> nearest = Nearest.to(name, valid);
        Problem problem =
            at.problem(field + "." + name, "the cluster has no such " + what).nearest(nearest);
        throw new InvalidDocument(
            nearest.isPresent()
                ? problem
                : problem.expecting("one of " + String.join(", ", valid)));
      }
    }
  }

  private void checkLoad(Experiment experiment) {
    if (experiment.devices() == 0) {
      throw at.refusal("trace", "the cluster has no devices", "a cluster with devices");
    }
    if (experiment.load().isEmpty()) {
      return;
    }
    try {
      switch (experiment.protocol()) {
        case TIMED -> Workloads.compressToLoad(experiment.jobs(), experiment.devices(), 1);
        case INFLATION -> Workloads.inflate(experiment.jobs(), 0, 1e-9, experiment.devices());
      }
    } catch (IllegalArgumentException impossible) {
      throw new InvalidDocument(at.problem("load", String.valueOf(impossible.getMessage())));
    }
  }
}
