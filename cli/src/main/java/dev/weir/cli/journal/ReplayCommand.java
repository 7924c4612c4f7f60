package dev.weir.cli.journal;

import dev.weir.cli.client.ServerOption;
import dev.weir.cli.command.CommandFailed;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.Refusals;
import dev.weir.cli.command.Subcommand;
import dev.weir.cli.terminal.Terminal;
import dev.weir.engine.policy.Policies;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.PolicyNames;
import dev.weir.simulator.replay.Recorded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir replay}: what another policy would have done. */
@Command(
    name = "replay",
    description = {
      "Runs the jobs, nodes and faults of a journal under other policies in the simulated world, and"
          + " shows the figures beside what really happened.",
      "The journal is an exported one, or that of the data folder. The same policy is compared turn"
          + " by turn with weir journal replay."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:the journal is damaged or holds no job", "2:an option is wrong"})
public final class ReplayCommand implements Subcommand {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "NAME",
      description = "A policy's name or file; may be given several times.")
  private List<String> policies = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "Decides ties.")
  private long seed;

  @Option(names = "--json", description = "For programs: the figures.")
  private boolean json;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "An exported journal.")
  private Optional<Path> file = Optional.empty();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() {
    List<PolicySpec> chosen = new ArrayList<>();
    for (String name : policies) {
      chosen.add(
          PolicyNames.find(name, Path.of(""))
              .orElseThrow(() -> Refusals.unknown(spec, "policy", name, PolicyNames.known())));
    }
    PolicySpec initial = Policies.find("weir").orElseThrow();
    try {
      Recorded recorded =
          JournalSource.read(file, server.folder(), journal -> Recorded.of(journal, initial));
      var report = new ReplayReport(recorded, chosen, seed);
      if (json) {
        terminal.out().println(report.json().toPrettyString());
      } else {
        report.print(terminal);
      }
      return ExitCode.DONE;
    } catch (IllegalArgumentException empty) {
      throw new CommandFailed(String.valueOf(empty.getMessage()), empty);
    }
  }
}
