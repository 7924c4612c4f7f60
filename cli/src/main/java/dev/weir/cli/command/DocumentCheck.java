package dev.weir.cli.command;

import dev.weir.engine.policy.Policies;
import dev.weir.engine.policy.Strategies;
import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.ReaderChoice;
import dev.weir.files.document.Cluster;
import dev.weir.files.document.ClusterFile;
import dev.weir.files.document.JobChecks;
import dev.weir.files.document.JobFile;
import dev.weir.files.document.PolicyFile;
import dev.weir.files.document.QueuesFile;
import dev.weir.files.document.RoleFields;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.problem.Problem;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentFile;
import dev.weir.simulator.experiment.ExperimentReader;
import dev.weir.simulator.scenario.run.ScenarioRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads a document of any kind as the command that would use it does, and says what it is. Jobs are
 * kept, because they may depend on each other.
 */
final class DocumentCheck {
  private static final DocumentReader<JobFile> JOBS = DocumentReader.of(JobFile.class);
  private static final DocumentReader<ClusterFile> CLUSTERS = DocumentReader.of(ClusterFile.class);
  private static final DocumentReader<QueuesFile> QUEUES = DocumentReader.of(QueuesFile.class);
  private static final DocumentReader<PolicyFile> POLICIES = DocumentReader.of(PolicyFile.class);
  private static final DocumentReader<ExperimentFile> EXPERIMENTS = ExperimentFile.reader();
  private static final Map<String, DocumentReader<?>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("job", JOBS);
    KINDS.put("cluster", CLUSTERS);
    KINDS.put("queues", QUEUES);
    KINDS.put("policy", POLICIES);
    KINDS.put("experiment", EXPERIMENTS);
    KINDS.put("scenario", ScenarioRunner.READER);
  }

  private static final ReaderChoice CHOICE = new ReaderChoice(List.copyOf(KINDS.values()));

  private static final PolicyFile.PolicyNames REGISTRY =
      new PolicyFile.PolicyNames(
          Policies.names(), Strategies.orders(), Strategies.scores(), Strategies.parameters());

  private final Optional<JobChecks> cluster;
  private final Optional<DocumentReader<?>> kind;
  private final List<Document<JobFile>> jobs = new ArrayList<>();

  /**
   * Checks jobs against the cluster, if there is one.
   *
   * @param kind one of {@link #kinds} that every file must be; without it each file tells
   */
  DocumentCheck(Optional<Cluster> cluster, Optional<String> kind) {
    this.cluster = cluster.map(JobChecks::new);
    this.kind = kind.map(name -> Objects.requireNonNull(KINDS.get(name), name));
  }

  /** Names of the kinds of documents. */
  static Set<String> kinds() {
    return Collections.unmodifiableSet(KINDS.keySet());
  }

  /**
   * What the file is and holds, in one line without the file's name.
   *
   * @throws dev.weir.model.problem.InvalidInput with everything that is wrong with it
   */
  String read(Path file) {
    refuseTable(file);
    SourceText source = SourceText.read(file, DocumentReader.MAX_BYTES);
    DocumentReader<?> reader = kind.isPresent() ? kind.get() : CHOICE.reader(source);
    if (reader == JOBS) {
      return jobs(JOBS.documents(source));
    }
    if (reader == CLUSTERS) {
      return cluster(CLUSTERS.document(source).value().toCluster());
    }
    if (reader == QUEUES) {
      return "queues, " + Words.count(QUEUES.document(source).value().toSpecs().size(), "queue");
    }
    if (reader == POLICIES) {
      return policy(POLICIES.document(source));
    }
    if (reader == EXPERIMENTS) {
      return experiment(ExperimentReader.read(file));
    }
    int scenarios = ScenarioRunner.READER.documents(source).size();
    return scenarios == 1 ? "scenario" : Words.count(scenarios, "scenario");
  }

  /** A table is no document, and would be told many strange things as one. */
  private static void refuseTable(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv") || name.endsWith(".csv.gz") || name.endsWith(".parquet")) {
      throw new InvalidDocument(
          Problem.ofFile(file.toString(), "is a table by its name")
              .expecting("a document, or --trace-format for a trace"));
    }
  }

  private String jobs(List<Document<JobFile>> documents) {
    List<Problem> problems = new ArrayList<>();
    for (Document<JobFile> document : documents) {
      cluster.ifPresent(checks -> problems.addAll(checks.check(document).problems()));
    }
    if (!problems.isEmpty()) {
      throw new InvalidDocument(problems);
    }
    jobs.addAll(documents);
    return documents.size() == 1
        ? job(documents.getFirst().value())
        : Words.count(documents.size(), "job");
  }

  private static String job(JobFile job) {
    long tasks =
        IntStream.concat(
                job.single().stream().mapToInt(RoleFields::count),
                job.roles().stream().mapToInt(role -> role.fields().count()))
            .asLongStream()
            .sum();
    String array = job.array().map(a -> ", array of " + a.size()).orElse("");
    String roles = job.roles().isEmpty() ? "" : Words.count(job.roles().size(), "role") + ", ";
    return "job, " + roles + Words.count(tasks, "task") + array;
  }

  private static String cluster(Cluster cluster) {
    long devices = cluster.nodes().stream().mapToLong(node -> node.devices().size()).sum();
    return "cluster, %s, %s, %s"
        .formatted(
            Words.count(cluster.nodes().size(), "node"),
            Words.count(devices, "device"),
            Words.count(cluster.queues().size(), "queue"));
  }

  private static String policy(Document<PolicyFile> document) {
    Findings findings = document.findings();
    document.value().checkNames(findings, REGISTRY);
    findings.throwIfAny();
    return "policy, made from " + document.value().base();
  }

  private static String experiment(Experiment experiment) {
    return "experiment, %s, %s, %s, %s"
        .formatted(
            Words.count(experiment.policies().size(), "policy").replace("policys", "policies"),
            Words.count(experiment.seeds().count(), "seed"),
            Words.count(experiment.jobs().size(), "job"),
            Words.count(experiment.cluster().nodes().size(), "node"));
  }

  /**
   * Among the jobs that were read, none waits for itself. Jobs that are not among them may well
   * exist.
   *
   * @throws InvalidDocument with every dependency of a circle
   */
  void requireNoCircle() {
    List<String> all =
        jobs.stream()
            .flatMap(document -> document.value().dependsOn().stream())
            .map(JobFile.Precedence::job)
            .collect(Collectors.toList());
    List<Problem> problems =
        JobChecks.checkDependencies(jobs, all).stream()
            .flatMap(findings -> findings.problems().stream())
            .toList();
    if (!problems.isEmpty()) {
      throw new InvalidDocument(problems);
    }
  }
}
