package dev.weir.cli.journal;

import dev.weir.cli.client.ServerOption;
import dev.weir.cli.command.CommandFailed;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.Subcommand;
import dev.weir.cli.terminal.Terminal;
import dev.weir.control.Journal;
import dev.weir.control.Replay;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.store.file.JournalFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir journal}: the journal itself. */
@Command(
    name = "journal",
    description = {
      "Verifies, exports and replays the journal of a data folder (a server may be running), or an"
          + " exported one."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      JournalCommand.Verify.class,
      JournalCommand.Export.class,
      JournalCommand.Again.class
    })
public final class JournalCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public JournalCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /** {@code weir journal verify}. */
  @Command(
      name = "verify",
      description = {
        "Walks the whole hash chain; names the first turn that is damaged.",
        "Folds the journal and compares the state with what its snapshots say."
      },
      mixinStandardHelpOptions = true,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:whole", "1:damaged, or none there"})
  static final class Verify implements Subcommand {
    private final Terminal terminal;

    @Mixin private ServerOption server = new ServerOption();

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "An exported journal.")
    private Optional<Path> file = Optional.empty();

    Verify(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public ExitCode run() {
      Verification found = JournalSource.read(file, server.folder(), Verification::of);
      Journal.Link head = found.head();
      terminal.out().printf("whole: %d turns, head %s%n", head.sequence(), head.hash());
      found.snapshots().forEach(s -> terminal.out().println(s));
      if (found.damaged() > 0) {
        throw new CommandFailed(
            "%d of %d snapshots are damaged; a recovery passes them over"
                .formatted(found.damaged(), found.snapshots().size()));
      }
      return ExitCode.DONE;
    }
  }

  /** {@code weir journal export}. */
  @Command(
      name = "export",
      description = "Writes the journal to a file, one turn per line; .zst compresses it.",
      mixinStandardHelpOptions = true)
  static final class Export implements Subcommand {
    private final Terminal terminal;

    @Mixin private ServerOption server = new ServerOption();

    @Parameters(paramLabel = "FILE", description = "Must not exist.")
    private Path file = Path.of("");

    Export(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public ExitCode run() {
      Journal.Link head =
          JournalSource.read(
              Optional.empty(), server.folder(), journal -> JournalFile.export(journal, file));
      terminal.out().printf("wrote %d turns to %s, head %s%n", head.sequence(), file, head.hash());
      return ExitCode.DONE;
    }
  }

  /** {@code weir journal replay}. */
  @Command(
      name = "replay",
      description = {
        "Decides every turn again with the recorded policy and compares the plans, hash by hash.",
        "What another policy would have done: weir replay --policy NAME."
      },
      mixinStandardHelpOptions = true,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:every plan is the same", "1:a plan differs, or the journal is damaged"})
  static final class Again implements Subcommand {
    private static final int SHOWN = 10;

    private final Terminal terminal;

    @Mixin private ServerOption server = new ServerOption();

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "An exported journal.")
    private Optional<Path> file = Optional.empty();

    Again(Terminal terminal) {
      this.terminal = terminal;
    }

    private record Result(long turns, List<Replay.Divergence> divergences) {}

    @Override
    public ExitCode run() {
      Result result =
          JournalSource.read(
              file,
              server.folder(),
              journal ->
                  new Result(
                      journal.head().sequence(), Replay.decideAgain(journal, recordedEngine())));
      if (result.divergences().isEmpty()) {
        terminal.out().printf("%d turns decided again: every plan is the same%n", result.turns());
        return ExitCode.DONE;
      }
      result.divergences().stream()
          .limit(SHOWN)
          .forEach(
              d ->
                  terminal
                      .out()
                      .printf(
                          "turn %d: recorded plan %016x, now %016x%n",
                          d.sequence(), d.recorded(), d.replayed()));
      throw new CommandFailed(
          "%d of %d plans differ; the first is turn %d"
              .formatted(
                  result.divergences().size(),
                  result.turns(),
                  result.divergences().getFirst().sequence()));
    }

    /** As a server makes it: with the policy weir until the journal configures one. */
    private static Engine recordedEngine() {
      return new Engine(new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.OFF, 0));
    }
  }
}
