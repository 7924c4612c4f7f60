package dev.weir.cli.command;

import dev.weir.cli.terminal.Progress;
import dev.weir.cli.terminal.Terminal;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentReader;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.experiment.ExperimentRun;
import dev.weir.simulator.experiment.Overrides;
import dev.weir.simulator.experiment.PolicyNames;
import dev.weir.simulator.experiment.Seeds;
import dev.weir.simulator.metrics.SummaryJson;
import dev.weir.simulator.report.HtmlReport;
import dev.weir.simulator.run.Protocol;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code weir simulate}: an experiment, from its file or from options, to table and report. */
@Command(
    name = "simulate",
    description = "Run policies on a trace and compare them: a table here, and an HTML report.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  weir simulate examples/openb.yaml",
      "  weir simulate examples/openb.yaml --policy fgd --policy weir --seeds 42..51",
      "  weir simulate --format canonical --nodes nodes.csv --trace jobs.csv --load 0.9 \\",
      "    --policy fifo --policy weir",
      "",
      "Options go before what the file says."
    })
final class SimulateCommand implements Subcommand {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "Experiment file.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--format", paramLabel = "FORMAT", description = "Format of the trace.")
  private Optional<String> format = Optional.empty();

  @Option(names = "--nodes", paramLabel = "FILE", description = "Node list of the trace.")
  private Optional<Path> nodes = Optional.empty();

  @Option(names = "--trace", paramLabel = "FILE", description = "Job list of the trace.")
  private Optional<Path> trace = Optional.empty();

  @Option(
      names = "--protocol",
      description = "timed: jobs come, run and leave; inflation: they come and stay.")
  private Optional<Protocol> protocol = Optional.empty();

  @Option(
      names = "--load",
      paramLabel = "RATIO",
      description = "Offered load that the arrivals are brought to; 0.9 = 90 %% of all devices.")
  private Optional<Double> load = Optional.empty();

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      split = ",",
      arity = "1..*",
      description = "Name or file of a policy; may be repeated.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      converter = SeedsConverter.class,
      description = "Seeds, both ends included; one number is one seed.")
  private Optional<Seeds> seeds = Optional.empty();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write all figures here, for programs.")
  private Optional<Path> json = Optional.empty();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the HTML report here; otherwise to NAME-report.html in this folder.")
  private Optional<Path> report = Optional.empty();

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "Simulations at one time; otherwise one per core.")
  private Optional<Integer> parallel = Optional.empty();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  SimulateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Reads the text of a range of seeds. */
  static final class SeedsConverter implements ITypeConverter<Seeds> {
    @Override
    public Seeds convert(String text) {
      try {
        return Seeds.parse(text);
      } catch (IllegalArgumentException wrong) {
        throw new TypeConversionException(
            "\"" + text + "\" " + wrong.getMessage() + " (expected 42..51 or 7)");
      }
    }
  }

  @Override
  public ExitCode run() throws Exception {
    checkOptions();
    Overrides said = overrides();
    Experiment experiment =
        file.isPresent() ? ExperimentReader.read(file.get(), said) : ExperimentReader.of(said);
    Path page = report.orElse(Path.of(fileName(experiment.name()) + "-report.html"));
    OutputFile html = new OutputFile(spec, "--report", page);
    Optional<OutputFile> figures = json.map(path -> new OutputFile(spec, "--json", path));
    html.require();
    figures.ifPresent(OutputFile::require);

    ExperimentResult result = simulate(experiment);
    new SimulateTable(result).print(terminal);
    html.write(out -> out.write(HtmlReport.of(result).getBytes(StandardCharsets.UTF_8)));
    if (figures.isPresent()) {
      figures.get().write(out -> SummaryJson.write(result.summary(), out));
    }
    terminal.out().println();
    terminal.out().println("report  " + page.toAbsolutePath().normalize());
    json.ifPresent(path -> terminal.out().println("json    " + path.toAbsolutePath().normalize()));
    return ExitCode.DONE;
  }

  private void checkOptions() {
    if (load.isPresent() && !(load.get() > 0 && load.get() < 100)) {
      throw refuse("--load: out of range: " + load.get() + " (expected above 0 and below 100)");
    }
    if (parallel.isPresent() && parallel.get() < 1) {
      throw refuse("--parallel: out of range: " + parallel.get() + " (expected 1 or more)");
    }
    if (file.isEmpty()) {
      requireWithoutFile("--format", format.isPresent());
      requireWithoutFile("--nodes", nodes.isPresent());
      requireWithoutFile("--trace", trace.isPresent());
      requireWithoutFile("--policy", !policies.isEmpty());
    } else if (!Files.exists(file.get()) && PolicyNames.known().contains(file.get().toString())) {
      throw refuse(
          file.get() + " is a policy, not a file (did you mean --policy " + file.get() + ")");
    }
  }

  private void requireWithoutFile(String option, boolean given) {
    if (!given) {
      throw refuse("without an experiment file " + option + " is needed");
    }
  }

  private ParameterException refuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Overrides overrides() {
    List<PolicySpec> found = new ArrayList<>();
    for (String name : policies) {
      PolicySpec policy =
          PolicyNames.find(name, Path.of(""))
              .orElseThrow(() -> Refusals.unknown(spec, "policy", name, PolicyNames.known()));
      if (found.stream().anyMatch(p -> p.name().equals(policy.name()))) {
        throw refuse("--policy: " + policy.name() + " is given twice");
      }
      found.add(policy);
    }
    return new Overrides(
        format,
        nodes,
        trace,
        protocol,
        load.isPresent() ? OptionalDouble.of(load.get()) : OptionalDouble.empty(),
        found,
        seeds);
  }

  /** What a name of an experiment becomes in a name of a file. */
  private static String fileName(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}._-]+", "-");
  }

  private ExperimentResult simulate(Experiment experiment) throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    int runs = experiment.policies().size() * experiment.seeds().count();
    int workers = Math.min(runs, parallel.orElse(cores));
    try (Progress bar = terminal.progress(experiment.name(), runs * 1000L)) {
      return new ExperimentRun(experiment, workers)
          .run((done, all) -> bar.to(done * runs * 1000L / Math.max(1, all)));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new CommandFailed("stopped before the end; nothing was written", stopped);
    }
  }
}
