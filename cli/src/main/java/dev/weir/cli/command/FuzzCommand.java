package dev.weir.cli.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.weir.cli.terminal.Progress;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Terminal;
import dev.weir.simulator.experiment.Seeds;
import dev.weir.simulator.fuzz.Fuzzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir fuzz}: random worlds against the engine. */
@Command(
    name = "fuzz",
    description = {
      "Plays random fleets, tenants, jobs and faults against the engine and checks every invariant"
          + " after every step.",
      "A seed is the whole case: the same seed replays the same failure."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:nothing is broken", "1:an invariant is broken", "2:an option is wrong"})
public final class FuzzCommand implements Subcommand {
  private static final int MOST_WORKERS = 1024;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      required = true,
      converter = SeedsOption.class,
      description = "Seeds to play, both ends included.")
  private Seeds seeds = new Seeds(1, 1);

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "Cases at one time; all processors when left out.")
  private Optional<Integer> parallel = Optional.empty();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes the results here as well, for programs.")
  private Optional<Path> json = Optional.empty();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  FuzzCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() throws IOException, InterruptedException {
    int workers = parallel.orElse(Runtime.getRuntime().availableProcessors());
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new ParameterException(
          spec.commandLine(),
          "--parallel: %d is out of range (expected 1 to %d)".formatted(workers, MOST_WORKERS));
    }
    Fuzzer.Report report;
    try (Progress progress = terminal.progress("fuzz", seeds.count())) {
      report = new Fuzzer(workers).run(seeds.first(), seeds.last(), progress::step);
    }
    if (json.isPresent()) {
      Files.writeString(json.get(), json(report) + "\n");
    }
    for (Fuzzer.Failure f : report.failures()) {
      terminal
          .out()
          .printf(
              "%s seed %d breaks %s: %s%n  replay: %s%n",
              terminal.paint(Style.RED, "broken"), f.seed(), f.invariant(), f.detail(), f.replay());
    }
    terminal
        .out()
        .printf("%d seeds played, %d broken invariants%n", report.seeds(), report.violations());
    return report.violations() == 0 ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static String json(Fuzzer.Report report) throws IOException {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("seeds", report.seeds());
    form.put("violations", report.violations());
    form.put(
        "failures",
        report.failures().stream()
            .map(
                f -> {
                  Map<String, Object> one = new LinkedHashMap<>();
                  one.put("seed", f.seed());
                  one.put("invariant", f.invariant());
                  one.put("detail", f.detail());
                  one.put("replay", f.replay());
                  return one;
                })
            .toList());
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(form);
  }
}
