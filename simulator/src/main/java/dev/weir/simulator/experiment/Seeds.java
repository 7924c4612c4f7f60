package dev.weir.simulator.experiment;

import java.util.stream.LongStream;

/** Seeds from the first to the last, both included; written {@code 42..51} or {@code 7}. */
public record Seeds(long first, long last) {
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
    try {
      long first = Long.parseLong(ends[0].strip());
      return switch (ends.length) {
        case 1 -> new Seeds(first, first);
        case 2 -> new Seeds(first, Long.parseLong(ends[1].strip()));
        default -> throw new NumberFormatException(text);
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no range of seeds such as 42..51 or 7", e);
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
