package dev.weir.files.document;

import dev.weir.files.bind.Malformed;
import dev.weir.model.doc.Doc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of numbered nodes in the form that Slurm's host lists use: {@code gpu-[001-064,080]}.
 * Leading zeros are kept.
 *
 * @param names the names, in order
 * @param numbered whether the text held a range
 */
@Doc("one name, or a numbered range such as gpu-[001-064]")
public record NamePattern(List<String> names, boolean numbered) {
  private static final Pattern FORM = Pattern.compile("([^\\[\\]]*)\\[([^\\[\\]]*)\\]([^\\[\\]]*)");
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");
  private static final int MOST = 1_000_000;
  private static final String EXPECTED = "a name, or a numbered range such as gpu-[001-064]";

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException no name, or a range that does not ascend
   */
  public static NamePattern parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      if (!text.matches(Names.FORM)) {
        throw new Malformed("not a name", EXPECTED, Optional.empty());
      }
      return new NamePattern(List.of(text), false);
    }
    var names = new ArrayList<String>();
    for (String part : form.group(2).split(",", -1)) {
      expand(form.group(1), part.strip(), form.group(3), names);
    }
    return new NamePattern(List.copyOf(names), true);
  }

  private static void expand(String before, String part, String after, List<String> names) {
    Matcher range = RANGE.matcher(part);
    if (!range.matches()) {
      throw new Malformed("not a range of numbers", EXPECTED, Optional.empty());
    }
    int first = Integer.parseInt(range.group(1));
    int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
    if (last < first || names.size() + (long) last - first >= MOST) {
      throw new Malformed(
          last < first ? "the range does not ascend" : "more than " + MOST + " names",
          EXPECTED,
          Optional.empty());
    }
    String width = "%0" + range.group(1).length() + "d";
    for (int number = first; number <= last; number++) {
      names.add(before + width.formatted(number) + after);
    }
  }
}
