package dev.weir.simulator.experiment;

import dev.weir.engine.policy.Policies;
import dev.weir.engine.policy.Strategies;
import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.document.ClusterFile;
import dev.weir.files.document.PolicyFile;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.problem.Problem;
import dev.weir.simulator.run.Cluster;
import dev.weir.simulator.run.Protocol;
import dev.weir.simulator.world.WorldModels;
import dev.weir.traces.Trace;
import dev.weir.traces.TraceJob;
import dev.weir.traces.TraceSource;
import dev.weir.traces.Traces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** Reads an experiment file and everything that it names. */
public final class ExperimentReader {
  private ExperimentReader() {}

  /**
   * Reads an experiment.
   *
   * @throws dev.weir.model.problem.InvalidInput with every problem of the file, or of a file that
   *     it names
   */
  public static Experiment read(Path file) {
    Document<ExperimentFile> document = DocumentReader.of(ExperimentFile.class).document(file);
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("."));
    ExperimentFile e = document.value();
    Findings findings = document.findings();
    List<PolicySpec> policies = new ArrayList<>();
    for (int i = 0; i < e.policies().size(); i++) {
      policy(e.policies().get(i), folder, "policies[" + i + "]", findings).ifPresent(policies::add);
    }
    e.trace().nodes().ifPresent(n -> requireFile(findings, "trace.nodes", folder.resolve(n)));
    requireFile(findings, "trace.jobs", folder.resolve(e.trace().jobs()));
    e.cluster().ifPresent(c -> requireFile(findings, "cluster", folder.resolve(c)));
    findings.throwIfAny();
    return resolve(e, folder, policies);
  }

  private static void requireFile(Findings findings, String field, Path path) {
    if (!Files.isRegularFile(path)) {
      findings.report(field, "there is no file " + path, "a path relative to this file");
    }
  }

  private static Experiment resolve(ExperimentFile e, Path folder, List<PolicySpec> policies) {
    TraceSource source =
        new TraceSource(
            e.trace().format(),
            e.trace().nodes().map(folder::resolve),
            Optional.of(folder.resolve(e.trace().jobs())),
            e.trace().lenient(),
            TraceSource.LISTED);
    Trace trace = Traces.read(source);
    List<TraceJob> jobs = trace.jobs();
    if (e.jobs().isPresent() && e.jobs().get() < jobs.size()) {
      jobs = jobs.subList(0, e.jobs().get());
    }
    Cluster cluster =
        e.cluster().isPresent()
            ? cluster(folder.resolve(e.cluster().get()), jobs)
            : TraceFleet.of(trace.nodes(), jobs);
    return new Experiment(
        e.name(),
        e.description(),
        name(e.trace().jobs()),
        trace.report(),
        cluster,
        jobs,
        e.protocol(),
        e.load().isPresent() ? OptionalDouble.of(e.load().get()) : OptionalDouble.empty(),
        policies,
        e.seeds(),
        e.forecasts(),
        e.world().map(ExperimentFile.WorldEntry::models).orElse(WorldModels.IDEAL));
  }

  /** The file's name without folder and endings. */
  static String name(String path) {
    String file = Path.of(path).getFileName().toString();
    int dot = file.indexOf('.');
    String stem = dot < 0 ? file : file.substring(0, dot);
    return stem.startsWith("openb_pod_list_") ? stem.substring("openb_pod_list_".length()) : stem;
  }

  /** A cluster file; every queue that a job of the trace names must be there. */
  private static Cluster cluster(Path path, List<TraceJob> jobs) {
    Document<ClusterFile> document = DocumentReader.of(ClusterFile.class).document(path);
    var cluster = document.value().toCluster();
    TreeSet<String> missing = new TreeSet<>();
    jobs.forEach(j -> missing.add(j.queue()));
    missing.removeAll(cluster.jobQueues());
    if (!missing.isEmpty()) {
      throw new InvalidDocument(
          Problem.ofFile(
              path.toString(),
              "has no queue " + missing.first() + ", which jobs of the trace name"));
    }
    return new Cluster(cluster.topology(), cluster.nodes(), cluster.queues(), cluster.licences());
  }

  /** A policy by name, or a policy file. */
  static Optional<PolicySpec> policy(String name, Path folder, String field, Findings findings) {
    Optional<PolicySpec> known = Policies.find(name);
    if (known.isPresent()) {
      return known;
    }
    if (!name.endsWith(".yaml") && !name.endsWith(".yml") && !name.endsWith(".json")) {
      findings.unknown(field, "policy", name, Policies.names());
      return Optional.empty();
    }
    return Optional.of(policyFile(folder.resolve(name)));
  }

  /**
   * Reads a policy file.
   *
   * @throws InvalidDocument with every problem found
   */
  public static PolicySpec policyFile(Path path) {
    Document<PolicyFile> document = DocumentReader.of(PolicyFile.class).document(path);
    Findings findings = document.findings();
    document
        .value()
        .checkNames(
            findings,
            new PolicyFile.PolicyNames(
                Policies.names(),
                Strategies.orders(),
                Strategies.scores(),
                Strategies.parameters()));
    findings.throwIfAny();
    PolicySpec base = Policies.find(document.value().base()).orElseThrow();
    return document.value().toSpec(base);
  }

  /** An experiment from the command line, without a file. */
  public static Experiment of(
      String format,
      Path nodes,
      Path jobs,
      Protocol protocol,
      OptionalDouble load,
      List<PolicySpec> policies,
      Seeds seeds) {
    Trace trace = Traces.read(TraceSource.of(format, nodes, jobs));
    return new Experiment(
        format,
        "",
        name(jobs.toString()),
        trace.report(),
        TraceFleet.of(trace.nodes(), trace.jobs()),
        trace.jobs(),
        protocol,
        load,
        policies,
        seeds,
        new dev.weir.simulator.run.Forecasts.None(),
        WorldModels.IDEAL);
  }
}
