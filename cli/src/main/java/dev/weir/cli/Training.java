package dev.weir.cli;

import dev.weir.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * The training run for the start-up cache of the JVM (JEP 514): it touches the classes that light
 * commands need, and shows the result to nobody.
 */
final class Training {
  private Training() {}

  public static void main(String[] args) {
    Terminal nobody = Terminal.plain(nowhere(), nowhere());
    Main.run(nobody, "--version");
    Main.run(nobody, "--help");
    Main.run(nobody, "--no-such-option");
    Main.run(nobody, "schema", "job");
    Main.run(nobody, "jobs", "--server", "http://127.0.0.1:9", "--json");
    Main.run(nobody, "jobs", "--all", "--data", "/no/such/folder");
    Main.run(nobody, "submit", "--dry-run", "--data", "/no/such/folder", "--", "true");
    for (String command : Main.commandLine(nobody).getSubcommands().keySet()) {
      Main.run(nobody, command, "--help");
    }
  }

  private static PrintWriter nowhere() {
    return new PrintWriter(Writer.nullWriter());
  }
}
