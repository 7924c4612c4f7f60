package dev.weir.files.document;

import dev.weir.files.bind.Malformed;
import dev.weir.model.doc.Doc;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Numbers of the elements of an array.
 *
 * @param text as it was written
 */
@Doc("numbers and ranges, such as 0-15:2,20")
public record IndexList(String text) {
  /** An array has no more elements than this, and no larger number. */
  public static final int MOST = 100_000;

  private static final String EXPECTED = "numbers and ranges, such as 7, 0-15, 0-15:4 or 1,3,5-9";
  private static final Pattern PART =
      Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9})(?::([0-9]{1,9}))?)?");

  /**
   * Reads {@code 0-15:2,20}.
   *
   * @throws Malformed no such list, a range that runs backwards, or more than {@link #MOST}
   */
  public static IndexList parse(String text) {
    IndexList list = new IndexList(text.strip());
    list.numbers();
    return list;
  }

  /** The numbers from 0 on. */
  static int[] first(int count) {
    return IntStream.range(0, count).toArray();
  }

  /** The numbers, ascending, each once. */
  public int[] numbers() {
    var all = new TreeSet<Integer>();
    for (String part : text.split(",", -1)) {
      Matcher form = PART.matcher(part.strip());
      if (!form.matches()) {
        throw new Malformed("no list of numbers", EXPECTED, Optional.empty());
      }
      int from = Integer.parseInt(form.group(1));
      int to = form.group(2) == null ? from : Integer.parseInt(form.group(2));
      int step = form.group(3) == null ? 1 : Integer.parseInt(form.group(3));
      if (to < from || step < 1) {
        throw new Malformed("a range that never ends", EXPECTED, Optional.empty());
      }
      if (to > MOST || (to - from) / step >= MOST) {
        throw new Malformed("too large", "numbers up to " + MOST, Optional.empty());
      }
      for (int number = from; number <= to; number += step) {
        all.add(number);
      }
    }
    return all.stream().mapToInt(number -> number).toArray();
  }
}
