package dev.weir.simulator.experiment;

import dev.weir.files.bind.Malformed;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Seeds from the first to the last, both included; written {@code 42..51} or {@code 7}. */
public record Seeds(long first, long last) {
  static final String EXPECTED = "seeds such as 42..51 or 7";
  private static final Pattern FORM = Pattern.compile("[0-9]+(\\.\\.[0-9]+)?");

  /** More runs than anybody waits for. */
  private static final long MOST = 1_000_000;

  public Seeds {
    if (first < 0 || last < first || last - first >= MOST) {
      throw new IllegalArgumentException("seeds ascend from 0 or more, for example 42..51");
    }
  }

  /**
   * Reads {@code 42..51} or {@code 7}.
   *
   * @throws IllegalArgumentException when the text is no such range
   */
  public static Seeds parse(String text) {
    String[] ends = text.strip().split("\\.\\.", -1);
    if (ends.length > 2 || !FORM.matcher(text.strip()).matches()) {
      throw new Malformed("no range of seeds", EXPECTED, Optional.empty());
    }
    try {
      long first = Long.parseLong(ends[0]);
      return new Seeds(first, ends.length == 1 ? first : Long.parseLong(ends[1]));
    } catch (IllegalArgumentException outOfRange) {
      throw new Malformed(
          "does not ascend, or has more than a million", EXPECTED, Optional.empty());
    }
  }

  public LongStream stream() {
    return LongStream.rangeClosed(first, last);
  }

  public int count() {
    return (int) (last - first + 1);
  }

  @Override
  public String toString() {
    return first == last ? Long.toString(first) : first + ".." + last;
  }
}
