package dev.weir.files.sbatch;

import dev.weir.files.bind.Malformed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm's short form of many names: {@code node[01-03,7],login}. */
final class Hostlist {
  private static final int MOST = 10_000;
  private static final String EXPECTED = "names such as node01 or node[01-04]";
  private static final Pattern NAME =
      Pattern.compile("([A-Za-z0-9._-]*)(?:\\[([0-9,-]+)\\]([A-Za-z0-9._-]*))?");
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");

  private Hostlist() {}

  static List<String> expand(String text) {
    var names = new ArrayList<String>();
    for (String part : text.split(",(?![^\\[]*\\])", -1)) {
      Matcher form = NAME.matcher(part);
      if (part.isEmpty() || !form.matches()) {
        throw new Malformed("no list of nodes", EXPECTED, Optional.empty());
      }
      if (form.group(2) == null) {
        names.add(part);
      } else {
        for (String range : form.group(2).split(",", -1)) {
          numbers(range, form.group(1), form.group(3), names);
        }
      }
      if (names.size() > MOST) {
        throw new Malformed("too many nodes", "at most " + MOST, Optional.empty());
      }
    }
    return List.copyOf(names);
  }

  private static void numbers(String range, String before, String after, List<String> names) {
    Matcher form = RANGE.matcher(range);
    if (!form.matches()) {
      throw new Malformed("no range of nodes", EXPECTED, Optional.empty());
    }
    int from = Integer.parseInt(form.group(1));
    int to = form.group(2) == null ? from : Integer.parseInt(form.group(2));
    if (to - from > MOST) {
      throw new Malformed("too many nodes", "at most " + MOST, Optional.empty());
    }
    for (int number = from; number <= to; number++) {
      String digits = Integer.toString(number);
      String zeros = "0".repeat(Math.max(0, form.group(1).length() - digits.length()));
      names.add(before + zeros + digits + after);
    }
  }
}
