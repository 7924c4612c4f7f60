package dev.weir.driver.local.launch;

import java.util.List;
import java.util.regex.Pattern;

/** Text that a POSIX shell takes as it stands. */
final class ShellText {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private ShellText() {}

  static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  static String quote(List<String> words) {
    return String.join(" ", words.stream().map(ShellText::quote).toList());
  }

  /** Whether a shell can hold a variable of that name. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }
}
