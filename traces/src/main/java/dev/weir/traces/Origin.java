package dev.weir.traces;

import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.util.List;
import java.util.Optional;

/**
 * Where the rows of a raw table come from, for the words of a problem.
 *
 * @param file name of the file as it was given
 * @param places where its rows stand
 */
record Origin(String file, Places places) {
  private static final int SHOWN = 60;

  /** Something wrong with a cell; {@code value} is empty for an empty cell. */
  Problem problem(long row, String column, Optional<String> value, String message) {
    String said = value.map(text -> '"' + shortened(text) + "\" ").orElse("") + message;
    return Problem.at(file, places.line(row), 0, places.prefix(row) + "column " + column, said);
  }

  /** The same with the nearest of the values that would have been right. */
  Problem problem(
      long row, String column, Optional<String> value, String message, List<String> candidates) {
    return problem(row, column, value, message)
        .nearest(value.flatMap(text -> Nearest.to(text, candidates)));
  }

  private static String shortened(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
