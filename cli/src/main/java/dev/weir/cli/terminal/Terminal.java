package dev.weir.cli.terminal;

import java.io.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a command writes to.
 *
 * @param out results, for people and for programs
 * @param err progress and failures, for people
 * @param outIsTerminal a person looks at {@code out}
 * @param errIsTerminal a person looks at {@code err}
 * @param colours ANSI colours are wanted
 * @param width columns that a line has
 */
public record Terminal(
    PrintWriter out,
    PrintWriter err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean colours,
    int width) {
  private static final int USUAL_WIDTH = 100;

  /**
   * The terminal of this process, which writes its results to the sink. The launcher knows which
   * stream is a terminal and how wide it is, and says so in system properties; without it the JDK
   * is asked.
   */
  public static Terminal ofProcess(Sink sink) {
    boolean console = Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    boolean out = flag("weir.out.terminal").orElse(console);
    boolean err = flag("weir.err.terminal").orElse(console);
    // https://no-color.org: present and not empty means no colours.
    boolean unwanted = Optional.ofNullable(System.getenv("NO_COLOR")).orElse("").length() > 0;
    boolean dumb = "dumb".equals(System.getenv("TERM"));
    return new Terminal(
        new PrintWriter(sink, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        out,
        err,
        out && !unwanted && !dumb,
        columns());
  }

  /** A reader that is no terminal: no colours, no progress. */
  public static Terminal plain(PrintWriter out, PrintWriter err) {
    return new Terminal(out, err, false, false, false, USUAL_WIDTH);
  }

  /** The text in a style, or as it is where colours are not wanted. */
  public String paint(Style style, String text) {
    return colours && !text.isEmpty() ? style.paint(text) : text;
  }

  /** Shows the progress of long work on {@code err}; silent when that is no terminal. */
  public Progress progress(String task, long total) {
    return errIsTerminal ? new Bar(task, total, width) : new Silent();
  }

  /** Hands everything to the operating system. */
  public void flush() {
    out.flush();
    err.flush();
  }

  private static Optional<Boolean> flag(String property) {
    return Optional.ofNullable(System.getProperty(property)).map(Boolean::valueOf);
  }

  private static int columns() {
    String said = Optional.ofNullable(System.getProperty("weir.columns")).orElse("");
    boolean number =
        !said.isEmpty() && said.length() < 6 && said.chars().allMatch(c -> c >= '0' && c <= '9');
    int columns = number ? Integer.parseInt(said) : 0;
    return columns > 0 ? columns : USUAL_WIDTH;
  }
}
