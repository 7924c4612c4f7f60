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

  /** The lines, without what is meant for a terminal, without carriage returns. */
  public List<String> lines() {
    return plain().lines().toList();
  }

  /** The text without what is meant for a terminal. */
  public String plain() {
    return TERMINAL.matcher(text).replaceAll("");
  }
}
