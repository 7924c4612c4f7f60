package dev.weir.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Damages texts as disks, editors and people of bad will do. */
final class Mutations {
  private static final List<String> PIECES =
      List.of(
          "\u0000",
          "\ud800",
          "\u202e",
          "\ufeff",
          "\ud83d\ude80",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "999999999999999999999999",
          "-1",
          "1e999999999",
          "0x7fffffff",
          ".inf",
          ".nan",
          "null",
          "~",
          "[]",
          "{}",
          "[[[[[[[[",
          "{{{{{{{{",
          "&a [*a]",
          "*a",
          "<<: *a",
          "!!java.lang.Runtime",
          "!!binary aGk=",
          "%YAML 9.9\n---",
          "\n---\n",
          "\t",
          "\r",
          ": ",
          "- ",
          "#",
          "'",
          "\"",
          "|\n",
          "unknown: 1\n",
          "name: again\n",
          "../../../../etc/passwd",
          "--privileged",
          "$(id)",
          "`id`",
          "a=b");

  private final RandomGenerator random;

  Mutations(RandomGenerator random) {
    this.random = random;
  }

  /** The text with one to four things done to it. */
  String of(String text) {
    String mutated = text;
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      mutated = once(mutated);
    }
    return mutated;
  }

  private String once(String text) {
    int from = place(text);
    int to = Math.min(text.length(), from + 1 + random.nextInt(20));
    return switch (random.nextInt(12)) {
      case 0 -> text.substring(0, from) + flipped(text, from) + rest(text, from + 1);
      case 1 -> text.substring(0, from);
      case 2 -> text.substring(0, from) + text.substring(to);
      case 3 -> text.substring(0, to) + text.substring(from, to) + text.substring(to);
      case 4, 5 -> text.substring(0, from) + piece() + text.substring(from);
      case 6 -> value(text, piece());
      case 7 -> value(text, deep());
      case 8 -> bomb() + text;
      case 9 -> line(text, true);
      case 10 -> line(text, false);
      default -> value(text, Long.toString(random.nextLong()));
    };
  }

  private int place(String text) {
    return random.nextInt(text.length() + 1);
  }

  private static String rest(String text, int from) {
    return text.substring(Math.min(text.length(), from));
  }

  private String flipped(String text, int at) {
    return at < text.length()
        ? String.valueOf((char) (text.charAt(at) ^ 1 << random.nextInt(8)))
        : "";
  }

  private String piece() {
    return PIECES.get(random.nextInt(PIECES.size()));
  }

  private String deep() {
    int depth = 1 + random.nextInt(2000);
    return "[".repeat(depth) + "]".repeat(depth);
  }

  /** Aliases that would expand to thousands of millions of values. */
  private static String bomb() {
    StringBuilder text = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 10; i++) {
      String one = "*a" + (i - 1);
      text.append(
          "a%d: &a%d [%s]\n"
              .formatted(i, i, String.join(",", List.of(one, one, one, one, one, one, one, one))));
    }
    return text.toString();
  }

  /** Another value for one of the fields that stand on lines of their own. */
  private String value(String text, String value) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    if (lines.isEmpty()) {
      return value;
    }
    int at = random.nextInt(lines.size());
    int colon = lines.get(at).indexOf(':');
    lines.set(at, (colon < 0 ? "x" : lines.get(at).substring(0, colon)) + ": " + value);
    return String.join("\n", lines) + "\n";
  }

  private String line(String text, boolean twice) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    if (lines.isEmpty()) {
      return text;
    }
    int at = random.nextInt(lines.size());
    String line = lines.remove(at);
    if (twice) {
      lines.addAll(at, List.of(line, line));
    }
    return String.join("\n", lines) + "\n";
  }
}
