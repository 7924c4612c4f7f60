package dev.weir.cli.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.weir.cli.terminal.Progress;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.files.bind.Document;
import dev.weir.files.schema.JsonSchema;
import dev.weir.simulator.scenario.ScenarioFile;
import dev.weir.simulator.scenario.run.Case;
import dev.weir.simulator.scenario.run.CaseReport;
import dev.weir.simulator.scenario.run.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir scenario}: stories of clusters, and what must be true in them. */
@Command(
    name = "scenario",
    description = "Runs scenarios: a cluster, what happens to it, and what must be true.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {Scenario.Run.class, Scenario.Schema.class})
public final class Scenario implements Runnable {
  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public Scenario() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /** {@code weir scenario run}. */
  @Command(
      name = "run",
      description = {
        "Runs the scenarios of a file, or of all .yaml files of a folder, against the engine in a"
            + " simulated world.",
        "Scenarios that need more than that are skipped by name."
      },
      mixinStandardHelpOptions = true,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:every scenario passed or was skipped",
        "1:an expectation does not hold",
        "2:a file is wrong"
      })
  static final class Run implements Subcommand {
    private final Terminal terminal;

    @Parameters(paramLabel = "FILE|DIR", arity = "1..*", description = "Scenario files or folders.")
    private List<Path> paths = List.of();

    @Option(
        names = "--json",
        paramLabel = "FILE",
        description = "Writes the results here as well, for programs.")
    private Optional<Path> json = Optional.empty();

    Run(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public ExitCode run() throws IOException {
      List<Path> files = new ArrayList<>();
      for (Path path : paths) {
        files.addAll(ScenarioRunner.files(path));
      }
      CaseReport report = play(ScenarioRunner.read(files));
      if (json.isPresent()) {
        String text =
            new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValueAsString(report.toJson());
        Files.writeString(json.get(), text + "\n");
      }
      show(report);
      return report.count(Case.Outcome.FAILED) == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private CaseReport play(List<Document<ScenarioFile>> documents) {
      ScenarioRunner runner = new ScenarioRunner();
      List<Case> cases = new ArrayList<>();
      try (Progress progress = terminal.progress("scenarios", documents.size())) {
        for (Document<ScenarioFile> document : documents) {
          progress.message(document.value().name());
          cases.add(runner.run(document));
          progress.step(1);
        }
      }
      return new CaseReport(cases);
    }

    private void show(CaseReport report) {
      Map<String, int[]> byFile = new LinkedHashMap<>();
      for (Case c : report.cases()) {
        byFile.computeIfAbsent(c.file(), _ -> new int[3])[c.outcome().ordinal()]++;
      }
      Table table = new Table("file", "passed", "failed", "skipped");
      byFile.forEach((file, n) -> table.row(file, n[0], n[1], n[2]));
      table.print(terminal);
      tell(report, Case.Outcome.SKIPPED, Style.YELLOW);
      tell(report, Case.Outcome.FAILED, Style.RED);
      terminal
          .out()
          .printf(
              "%n%d passed, %d failed, %d skipped%n",
              report.count(Case.Outcome.PASSED),
              report.count(Case.Outcome.FAILED),
              report.count(Case.Outcome.SKIPPED));
    }

    private void tell(CaseReport report, Case.Outcome outcome, Style style) {
      for (Case c : report.cases()) {
        if (c.outcome() == outcome) {
          terminal.out().printf("%n%s %s%n", terminal.paint(style, outcome.word()), c.name());
          c.detail().lines().forEach(line -> terminal.out().println("  " + line));
        }
      }
    }
  }

  /** {@code weir scenario schema}. */
  @Command(
      name = "schema",
      description = "Prints the JSON Schema of scenario files, for completion in an editor.",
      mixinStandardHelpOptions = true)
  static final class Schema implements Subcommand {
    private final Terminal terminal;

    Schema(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public ExitCode run() {
      terminal.out().println(JsonSchema.of(ScenarioRunner.READER).toPrettyString());
      return ExitCode.DONE;
    }
  }
}
