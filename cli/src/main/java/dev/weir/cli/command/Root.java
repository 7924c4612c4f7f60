package dev.weir.cli.command;

import java.util.List;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir} itself: it lists the commands, which are hung into it. */
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
      "2:the input is wrong: a document, an option",
      "3:no server answers"
    })
public final class Root implements Runnable {
  @Spec private CommandSpec spec;

  /** The commands that work in this process, in the order of the help. */
  public static List<Class<?>> commands() {
    return List.of(
        SimulateCommand.class,
        CheckCommand.class,
        SchemaCommand.class,
        FuzzCommand.class,
        Scenario.class,
        LeagueCommand.class,
        BenchCommand.class,
        GenerateCompletion.class,
        CommandLine.HelpCommand.class);
  }

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public Root() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
