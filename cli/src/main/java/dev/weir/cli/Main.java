package dev.weir.cli;

import dev.weir.cli.client.ClientCommands;
import dev.weir.cli.command.ConstructedWithTerminal;
import dev.weir.cli.command.Refusals;
import dev.weir.cli.command.Root;
import dev.weir.cli.drill.DrillCommand;
import dev.weir.cli.journal.JournalCommands;
import dev.weir.cli.terminal.Sink;
import dev.weir.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.TypeConversionException;

/** The entry of the {@code weir} process. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    // Libraries log; people at a terminal read answers.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    Sink sink = Sink.ofProcess();
    Terminal terminal = Terminal.ofProcess(sink);
    int done = run(terminal, args);
    terminal.flush();
    int code = sink.failure().map(lost -> new Refusals(terminal).ofOutput(lost)).orElse(done);
    terminal.flush();
    System.exit(code);
  }

  /**
   * Runs one command: 0 when done, 1 when the thing failed, 2 when the input is wrong. Throws
   * nothing; what went wrong is told on the terminal.
   */
  public static int run(Terminal terminal, String... args) {
    try {
      return commandLine(terminal, args).execute(args);
    } catch (OutOfMemoryError | StackOverflowError | LinkageError error) {
      return new Refusals(terminal).ofError(error);
    }
  }

  /** The empty path is the current folder to Java, and a variable that is not set to people. */
  private static Path path(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("is empty (expected a path)");
    }
    return Path.of(text);
  }

  /** All commands, writing to the terminal. */
  public static CommandLine commandLine(Terminal terminal) {
    return commandLine(terminal, new String[0]);
  }

  /**
   * The commands that these arguments can mean. A command that talks to a server stands alone:
   * looking at all the others, and at the simulator behind them, takes longer than its answer.
   */
  private static CommandLine commandLine(Terminal terminal, String[] args) {
    var factory = new ConstructedWithTerminal(terminal);
    var root = new CommandLine(Root.class, factory);
    Map<String, Class<?>> light = new LinkedHashMap<>(ClientCommands.all());
    light.putAll(JournalCommands.all());
    if (args.length > 0 && light.containsKey(args[0])) {
      root.addSubcommand(light.get(args[0]));
    } else {
      light.values().forEach(root::addSubcommand);
      Root.commands().forEach(root::addSubcommand);
      root.addSubcommand(DrillCommand.class);
    }
    // Behind a script stand its own options.
    Optional.ofNullable(root.getSubcommands().get("submit"))
        .ifPresent(submit -> submit.setUnmatchedOptionsArePositionalParams(true));
    return dressed(root, terminal);
  }

  private static CommandLine dressed(CommandLine root, Terminal terminal) {
    var refusals = new Refusals(terminal);
    return root.setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(Help.defaultColorScheme(terminal.colours() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setUsageHelpWidth(Math.max(60, Math.min(terminal.width(), 120)))
        .setCaseInsensitiveEnumValuesAllowed(true)
        // The name of a file may begin with @, and a document is no list of arguments.
        .setExpandAtFiles(false)
        .registerConverter(Path.class, Main::path)
        .setParameterExceptionHandler(refusals::ofArguments)
        .setExecutionExceptionHandler(refusals::ofExecution);
  }
}
