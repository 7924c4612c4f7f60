package dev.weir.simulator.experiment;

import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.Findings;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.problem.Problem;
import dev.weir.simulator.experiment.ExperimentFile.TraceEntry;
import dev.weir.simulator.run.Forecasts;
import dev.weir.simulator.run.Protocol;
import dev.weir.simulator.world.WorldModels;
import dev.weir.traces.TraceSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads an experiment file and everything that it names. */
public final class ExperimentReader {
  private ExperimentReader() {}

  /**
   * Reads an experiment as its file says it.
   *
   * @throws dev.weir.model.problem.InvalidInput with every problem of the file, or of a file that
   *     it names
   */
  public static Experiment read(Path file) {
    return read(file, Overrides.NONE);
  }

  /**
   * Reads an experiment; what is said beside the file goes first.
   *
   * @throws dev.weir.model.problem.InvalidInput with every problem of the file, or of a file that
   *     it names
   */
  public static Experiment read(Path file, Overrides over) {
    Document<ExperimentFile> document = ExperimentFile.reader().document(file);
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("."));
    ExperimentFile e = document.value();
    Findings findings = document.findings();
    List<PolicySpec> policies =
        over.policies().isEmpty() ? policies(e, folder, findings) : over.policies();
    TraceSource source = source(e.trace(), folder, over, findings);
    e.cluster().ifPresent(c -> requireFile(findings, "cluster", folder, c));
    findings.throwIfAny();
    OptionalDouble load =
        e.load().isPresent() ? OptionalDouble.of(e.load().get()) : OptionalDouble.empty();
    return new Resolution(
            new Resolution.Input(
                e.name(),
                e.description(),
                source,
                e.trace().nodeCount(),
                e.trace().longest(),
                e.jobs(),
                e.cluster().map(folder::resolve),
                over.protocol().orElse(e.protocol()),
                over.load().isPresent() ? over.load() : load,
                policies,
                over.seeds().orElse(e.seeds()),
                e.forecasts(),
                e.world().map(ExperimentFile.WorldEntry::models).orElse(WorldModels.IDEAL)),
            (field, message) -> document.findings().problem(field, message))
        .experiment();
  }

  /**
   * An experiment from the command line, without a file: format, nodes, jobs and policies are
   * given, all else is as in a file that says no more.
   *
   * @throws dev.weir.model.problem.InvalidInput with every problem of a file that is named
   */
  public static Experiment of(Overrides given) {
    String format = given.format().orElseThrow();
    return new Resolution(
            new Resolution.Input(
                format,
                "",
                new TraceSource(format, given.nodes(), given.jobs(), false, TraceSource.LISTED),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                given.protocol().orElse(Protocol.TIMED),
                given.load(),
                given.policies(),
                given.seeds().orElse(new Seeds(1, 1)),
                new Forecasts.None(),
                WorldModels.IDEAL),
            (field, message) -> Problem.ofFile("--" + field, message))
        .experiment();
  }

  private static List<PolicySpec> policies(ExperimentFile e, Path folder, Findings findings) {
    List<PolicySpec> policies = new ArrayList<>();
    for (int i = 0; i < e.policies().size(); i++) {
      String name = e.policies().get(i);
      String field = "policies[" + i + "]";
      if (e.policies().subList(0, i).contains(name)) {
        findings.report(field, "the policy " + name + " stands here twice");
        continue;
      }
      if (PolicyNames.isFile(name) && !requireFile(findings, field, folder, name)) {
        continue;
      }
      PolicyNames.find(name, folder)
          .ifPresentOrElse(
              policies::add, () -> findings.unknown(field, "policy", name, PolicyNames.known()));
    }
    return policies;
  }

  private static TraceSource source(
      TraceEntry trace, Path folder, Overrides over, Findings findings) {
    if (over.nodes().isEmpty()) {
      trace.nodes().ifPresent(n -> requireFile(findings, "trace.nodes", folder, n));
    }
    if (over.jobs().isEmpty()) {
      requireFile(findings, "trace.jobs", folder, trace.jobs());
    }
    return new TraceSource(
        over.format().orElse(trace.format()),
        over.nodes().or(() -> trace.nodes().map(n -> folder.resolve(n).normalize())),
        Optional.of(over.jobs().orElseGet(() -> folder.resolve(trace.jobs()).normalize())),
        trace.lenient(),
        TraceSource.LISTED);
  }

  private static boolean requireFile(Findings findings, String field, Path folder, String name) {
    boolean there = Files.isRegularFile(folder.resolve(name));
    if (!there) {
      findings.add(
          findings
              .problem(field, "no such file")
              .got("\"" + name + "\"")
              .expecting("a path that begins at the folder of this file"));
    }
    return there;
  }

  /** The file's name without folder and endings. */
  static String shortName(Path path) {
    String file = String.valueOf(path.getFileName());
    int dot = file.indexOf('.');
    String stem = dot < 0 ? file : file.substring(0, dot);
    return stem.startsWith("openb_pod_list_") ? stem.substring("openb_pod_list_".length()) : stem;
  }

  /** A problem of one document at a field. */
  interface At {
    Problem problem(String field, String message);

    default InvalidDocument refusal(String field, String message, String expected) {
      return new InvalidDocument(problem(field, message).expecting(expected));
    }
  }
}
