package dev.weir.cli;

import dev.weir.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import picocli.CommandLine;

/** One run of the command line inside a test: its exit code and what it wrote. */
public record CommandLineRun(int code, String out, String err) {

  /** Runs {@code weir args...} where nobody looks. */
  public static CommandLineRun weir(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    Terminal terminal = Terminal.plain(new PrintWriter(out), new PrintWriter(err));
    int code = Main.run(terminal, args);
    terminal.flush();
    return new CommandLineRun(code, out.toString(), err.toString());
  }

  /** All commands. */
  public static CommandLine commands() {
    return Main.commandLine(
        Terminal.plain(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter())));
  }
}
