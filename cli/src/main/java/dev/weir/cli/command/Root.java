package dev.weir.cli.command;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir} itself: it lists the commands. */
@Command(
    name = "weir",
    description = "Decides which AI job runs where, when and on which devices.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the thing failed: a run, a test, an expectation",
      "2:the input is wrong: a document, an option"
    },
    subcommands = {
      SimulateCommand.class,
      CheckCommand.class,
      SchemaCommand.class,
      GenerateCompletion.class,
      CommandLine.HelpCommand.class,
      FuzzCommand.class,
      Scenario.class,
      LeagueCommand.class,
      BenchCommand.class,
    })
public final class Root implements Runnable {
  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public Root() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
