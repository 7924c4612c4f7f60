package dev.weir.files.bind;

import java.util.List;
import java.util.function.Function;

/**
 * How a value that is no plain number, text or truth value is written in a document: durations,
 * sizes, moments.
 *
 * @param type the Java type
 * @param expected completes {@code expected ...}, with examples
 * @param pattern regular expression of the valid texts, for JSON Schema; empty when no expression
 *     says it
 * @param number whether a plain number is valid as well
 * @param examples valid texts
 * @param parse reads the text; throws {@link Malformed} (or another IllegalArgumentException) for
 *     an invalid one
 */
public record ScalarFormat<T>(
    Class<T> type,
    String expected,
    String pattern,
    boolean number,
    List<String> examples,
    Function<String, T> parse) {

  public ScalarFormat {
    examples = List.copyOf(examples);
  }
}
