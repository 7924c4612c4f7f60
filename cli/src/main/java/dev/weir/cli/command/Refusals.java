package dev.weir.cli.command;

import dev.weir.api.client.Refused;
import dev.weir.api.client.ServerUnreachable;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Terminal;
import dev.weir.control.JournalFailure;
import dev.weir.model.problem.InvalidInput;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells people what went wrong, and turns it into an exit code. */
public final class Refusals {
  /** Nobody repairs more than this in one go. */
  private static final int SHOWN = 20;

  private static final Pattern NO_SUCH_COMMAND = Pattern.compile("Unknown subcommand '(.*)'\\.");

  private final Terminal terminal;

  /** Tells it on this terminal's error stream. */
  public Refusals(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The command line itself is wrong: what is wrong, what was perhaps meant, where help is. */
  public int ofArguments(ParameterException wrong, String[] args) {
    CommandLine command = wrong.getCommandLine();
    say(
        wrong instanceof UnmatchedArgumentException unmatched
            ? unknown(unmatched.getUnmatched().getFirst(), command)
            : inWords(String.valueOf(wrong.getMessage()), command));
    terminal.err().println("See " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.BAD_INPUT.code();
  }

  /**
   * A name that a command does not know, with the valid name that was perhaps meant: {@code throw
   * Refusals.unknown(spec, "policy", "wier", names)}.
   */
  public static ParameterException unknown(
      CommandSpec command, String what, String written, Collection<String> valid) {
    String expected = valid.isEmpty() ? "" : " (expected one of " + String.join(", ", valid) + ")";
    String hint = Nearest.to(written, valid).map(Refusals::guess).orElse(expected);
    return new ParameterException(
        command.commandLine(), "unknown " + what + " \"" + written + "\"" + hint);
  }

  private static String unknown(String written, CommandLine command) {
    if (written.isBlank()) {
      return "an argument is empty";
    }
    boolean option = written.startsWith("-");
    Set<String> commands = command.getSubcommands().keySet();
    Set<String> valid = option ? command.getCommandSpec().optionsMap().keySet() : commands;
    String what = option ? "option" : commands.isEmpty() ? "argument" : "command";
    String hint = Nearest.to(written, valid).map(Refusals::guess).orElse("");
    return "unknown " + what + " \"" + written + "\"" + hint;
  }

  /** Some words of picocli are for programmers, or leave out the name that was meant. */
  private static String inWords(String message, CommandLine command) {
    Matcher noSuchCommand = NO_SUCH_COMMAND.matcher(message);
    if (noSuchCommand.matches()) {
      return unknown(noSuchCommand.group(1), command);
    }
    return message
        .replaceFirst("^Invalid value for option", "invalid value for option")
        .replaceFirst("^Missing required", "missing required")
        .replaceFirst(" is not an? (int|long)$", " is not a whole number, or too large")
        .replaceFirst(" is not a (double|float)$", " is not a number");
  }

  private static String guess(String name) {
    return " (did you mean \"" + name + "\"?)";
  }

  /** A command threw: bad input, a failure with words, or a bug. */
  public int ofExecution(Exception thrown, CommandLine command, ParseResult parsed) {
    return switch (thrown) {
      case InvalidInput invalid -> tell(invalid);
      case CommandFailed failed -> failed(failed);
      case NoServer absent -> noServer(absent);
      case ServerUnreachable silent -> noServer(silent);
      case Refused refused -> refused(refused);
      case JournalFailure damaged -> failed(damaged);
      case UncheckedIOException unchecked -> io(Objects.requireNonNull(unchecked.getCause()));
      case IOException io -> io(io);
      default -> bug(thrown);
    };
  }

  /** Every problem on a line of its own, up to what anybody repairs in one go. */
  int tell(InvalidInput invalid) {
    List<Problem> shown = invalid.problems().stream().limit(SHOWN).toList();
    shown.forEach(problem -> line(problem.render()));
    more(invalid.total() - shown.size());
    return ExitCode.BAD_INPUT.code();
  }

  private void line(String problem) {
    String line = harmless(problem);
    // The place is set off from the words, so that the eye (and an editor) finds it.
    int place = line.indexOf(": ");
    String where = place < 0 ? "" : line.substring(0, place);
    terminal.err().println(terminal.paint(Style.BOLD, where) + line.substring(where.length()));
  }

  private void more(long hidden) {
    if (hidden > 0) {
      terminal.err().println("... and " + hidden + " more");
    }
  }

  private int noServer(RuntimeException absent) {
    say(String.valueOf(absent.getMessage()));
    return ExitCode.NO_SERVER.code();
  }

  /** What a server says of a document is told like what is found here. */
  private int refused(Refused refused) {
    var problem = refused.problem();
    if (problem.errors().isEmpty()) {
      say(problem.detail().orElse(problem.title()));
    } else {
      problem.errors().stream().limit(SHOWN).forEach(error -> line(error.render()));
      more(problem.errors().size() - SHOWN);
    }
    boolean input = problem.status() >= 400 && problem.status() < 500;
    return (input ? ExitCode.BAD_INPUT : ExitCode.FAILED).code();
  }

  private int failed(RuntimeException failed) {
    say(String.valueOf(failed.getMessage()));
    if (failed.getCause() != null && System.getenv("WEIR_DEBUG") != null) {
      failed.printStackTrace(terminal.err());
    }
    return ExitCode.FAILED.code();
  }

  private int io(IOException io) {
    return switch (io) {
      case NoSuchFileException e -> badPath("no such file or folder", e.getFile());
      case AccessDeniedException e -> badPath("no permission for", e.getFile());
      case NotDirectoryException e -> badPath("not a folder", e.getFile());
      case FileAlreadyExistsException e -> badPath("exists already", e.getFile());
      default -> {
        say("reading or writing failed: " + io);
        yield ExitCode.FAILED.code();
      }
    };
  }

  private int badPath(String what, String path) {
    say(what + ": " + path);
    return ExitCode.BAD_INPUT.code();
  }

  /** The virtual machine gave up: memory that people can give, or a bug. */
  public int ofError(Error error) {
    if (error instanceof OutOfMemoryError) {
      say(
          "the memory of %d MiB is not enough (WEIR_JAVA_OPTS=-Xmx8g gives 8 GiB)"
              .formatted(Runtime.getRuntime().maxMemory() >> 20));
      return ExitCode.FAILED.code();
    }
    return bug(error);
  }

  /** What was to be shown did not arrive. */
  public int ofOutput(IOException lost) {
    say("the output could not be written: " + lost.getMessage());
    return ExitCode.FAILED.code();
  }

  private int bug(Throwable bug) {
    say("unexpected failure; this is a bug in Weir, please report it with these lines:");
    bug.printStackTrace(terminal.err());
    return ExitCode.FAILED.code();
  }

  private void say(String what) {
    String shown = what.lines().map(Refusals::harmless).collect(Collectors.joining("\n"));
    terminal.err().println(terminal.paint(Style.RED, "weir:") + " " + shown);
  }

  /**
   * What comes from a file may hold characters that steer a terminal; they are shown, not obeyed.
   */
  static String harmless(String text) {
    var shown = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                shown.append("\\u%04x".formatted(c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }
}
