package dev.weir.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.api.wire.CheckedFile;
import dev.weir.api.wire.Problem.FieldError;
import dev.weir.cli.terminal.Terminal;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.document.ClusterFile;
import dev.weir.model.problem.InvalidInput;
import dev.weir.traces.OpenTrace;
import dev.weir.traces.TraceFormats;
import dev.weir.traces.TraceSource;
import dev.weir.traces.Traces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir check}: whether a document or a trace is right, without doing anything with it. */
@Command(
    name = "check",
    description = {
      "Says what each file is and whether it is right, or everything that is wrong with it.",
      "A document tells by its field kind, or by its other fields, whether it is a job, a cluster,"
          + " queues, a policy, an experiment or a scenario. Nothing is run and nothing is written."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every file is right", "2:a file or an option is wrong"})
final class CheckCommand implements Subcommand {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "Documents, or job lists of a trace when --trace-format is given.")
  private List<Path> files = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "FILE",
      description = "Jobs are checked against this cluster: its names, and what it can ever give.")
  private Optional<Path> cluster = Optional.empty();

  @Option(
      names = "--trace-format",
      paramLabel = "FORMAT",
      description = "The files are traces of this format: canonical or openb.")
  private Optional<String> traceFormat = Optional.empty();

  @Option(
      names = "--nodes",
      paramLabel = "FILE",
      description = "Node list of the trace; models that its jobs ask for must be there.")
  private Optional<Path> nodes = Optional.empty();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "Every file is to be of this kind: job, cluster, queues, policy, experiment or scenario.")
  private Optional<String> kind = Optional.empty();

  @Option(names = "--json", description = "What is found, as JSON: one object for each file.")
  private boolean json;

  private final List<CheckedFile> checked = new ArrayList<>();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  CheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() throws JsonProcessingException {
    requireSense();
    boolean right = traceFormat.isPresent() ? traces(traceFormat.get()) : documents();
    if (json) {
      terminal
          .out()
          .println(Wire.strict().writerWithDefaultPrettyPrinter().writeValueAsString(checked));
    }
    return right ? ExitCode.DONE : ExitCode.BAD_INPUT;
  }

  private void requireSense() {
    if (traceFormat.isEmpty() && nodes.isPresent()) {
      throw wrong("--nodes belongs to a trace (expected --trace-format beside it)");
    }
    if (traceFormat.isPresent() && cluster.isPresent()) {
      throw wrong("--cluster is for jobs and --trace-format for traces (expected one of the two)");
    }
    if (traceFormat.isPresent() && kind.isPresent()) {
      throw wrong(
          "--kind is for documents and --trace-format for traces (expected one of the two)");
    }
    kind.filter(name -> !DocumentCheck.kinds().contains(name))
        .ifPresent(
            name -> {
              throw Refusals.unknown(spec, "kind", name, DocumentCheck.kinds());
            });
    if (files.isEmpty() && nodes.isEmpty()) {
      throw wrong("a file is missing");
    }
    traceFormat
        .filter(format -> !TraceFormats.names().contains(format))
        .ifPresent(
            format -> {
              throw Refusals.unknown(spec, "trace format", format, TraceFormats.names());
            });
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  private boolean documents() {
    var check =
        new DocumentCheck(
            cluster.map(file -> DocumentReader.of(ClusterFile.class).read(file).toCluster()), kind);
    boolean right = true;
    for (Path file : files) {
      right &= isRight(file, () -> check.read(file));
    }
    boolean straight = noCircle(check);
    return right && straight;
  }

  private boolean traces(String format) {
    if (files.isEmpty()) {
      Path list = nodes.orElseThrow();
      return isRight(list, () -> trace(TraceSource.ofNodes(format, list)));
    }
    boolean right = true;
    for (Path file : files) {
      var source = new TraceSource(format, nodes, Optional.of(file), false, TraceSource.LISTED);
      right &= isRight(file, () -> trace(source));
    }
    return right;
  }

  private static String trace(TraceSource source) {
    try (OpenTrace trace = Traces.open(source)) {
      String jobs = source.jobs().isEmpty() ? "" : ", " + Words.count(trace.jobCount(), "job");
      String nodes =
          source.nodes().isEmpty() ? "" : ", " + Words.count(trace.nodes().size(), "node");
      return "trace (" + source.format() + ")" + jobs + nodes;
    }
  }

  /** Tells what the file is, or what is wrong with it; the next file is read in any case. */
  private boolean isRight(Path file, Supplier<String> reading) {
    try {
      String what = reading.get();
      if (json) {
        checked.add(new CheckedFile(file.toString(), Optional.of(what), List.of()));
      } else {
        terminal.out().println(Refusals.harmless(file + ": ") + Refusals.harmless(what));
      }
      return true;
    } catch (InvalidInput refused) {
      return wrong(file.toString(), refused);
    }
  }

  /** A circle goes through several files; it is told of the first. */
  private boolean noCircle(DocumentCheck check) {
    try {
      check.requireNoCircle();
      return true;
    } catch (InvalidInput refused) {
      return wrong(refused.problems().getFirst().file(), refused);
    }
  }

  private boolean wrong(String file, InvalidInput refused) {
    if (json) {
      checked.add(
          new CheckedFile(
              file, Optional.empty(), refused.problems().stream().map(FieldError::of).toList()));
    } else {
      new Refusals(terminal).tell(refused);
    }
    return false;
  }
}
