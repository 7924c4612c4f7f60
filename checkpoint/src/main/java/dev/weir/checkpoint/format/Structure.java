package dev.weir.checkpoint.format;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a file's own structure says about its being whole. */
public sealed interface Structure {

  /**
   * All that the format promises is there.
   *
   * @param numbers the whole numbers that stand by name at the top of the file, such as iter_num
   */
  record Whole(SortedMap<String, Long> numbers) implements Structure {
    public Whole {
      numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
    }
  }

  /** Part of it is missing or wrong. */
  record Torn(String reason) implements Structure {}

  /** The format is not one that could tell. */
  record Unknown(String reason) implements Structure {}

  /** Whole, and nothing is known of its numbers. */
  static Structure whole() {
    return new Whole(Collections.emptySortedMap());
  }
}
