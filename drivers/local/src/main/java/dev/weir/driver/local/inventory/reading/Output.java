package dev.weir.driver.local.inventory.reading;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a tool printed.
 *
 * @param source the file it stands in, or the command line that printed it
 */
public record Output(String source, String text) {
  // Terminal colours and underlines come through pipes when a tool is told to print them.
  private static final Pattern TERMINAL = Pattern.compile("\u001b\\[[0-9;]*[A-Za-z]");

  /**
   * The lines, without what is meant for a terminal, without carriage returns. A last line of
   * several that does not end is left out ({@link #cut}).
   */
  public List<String> lines() {
    List<String> lines = plain().lines().toList();
    return cut() ? lines.subList(0, lines.size() - 1) : lines;
  }

  /** Whether the text stops in the middle of a line: a number there may be half a number. */
  boolean cut() {
    return text.indexOf('\n') >= 0 && !text.endsWith("\n");
  }

  /** The text without what is meant for a terminal. */
  public String plain() {
    return TERMINAL.matcher(text).replaceAll("");
  }
}
