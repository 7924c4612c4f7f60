package dev.weir.model.problem;

import java.util.Comparator;
import java.util.Optional;

/**
 * One thing that is wrong in one document or one table.
 *
 * @param file the name of the document as the person gave it
 * @param line 1-based; 0 when the problem concerns the whole file
 * @param column 1-based, in characters; 0 when the problem concerns the whole file or a whole row
 *     of a table
 * @param field path from the top of the document, such as {@code roles[0].devices.count}, or {@code
 *     column cpu_milli} of a table; empty for the document itself
 * @param message what is wrong
 * @param expected what would be right
 * @param got what stands there
 * @param nearest the valid name or value that was probably meant
 */
public record Problem(
    String file,
    int line,
    int column,
    String field,
    String message,
    Optional<String> expected,
    Optional<String> got,
    Optional<String> nearest) {

  /** Order of reading: by file, line, column, then field. */
  public static final Comparator<Problem> BY_PLACE =
      Comparator.comparing(Problem::file)
          .thenComparingInt(Problem::line)
          .thenComparingInt(Problem::column)
          .thenComparing(Problem::field)
          .thenComparing(Problem::message);

  /** A problem of the file as a whole. */
  public static Problem ofFile(String file, String message) {
    return new Problem(
        file, 0, 0, "", message, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** A problem at a place, with nothing more to say than its message. */
  public static Problem at(String file, int line, int column, String field, String message) {
    return new Problem(
        file, line, column, field, message, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same problem, saying what would be right. */
  public Problem expecting(String what) {
    return new Problem(file, line, column, field, message, Optional.of(what), got, nearest);
  }

  /** The same problem, saying what stands there. */
  public Problem got(String what) {
    return new Problem(file, line, column, field, message, expected, Optional.of(what), nearest);
  }

  /** The same problem, with the valid name that was probably meant, if there is one. */
  public Problem nearest(Optional<String> name) {
    return new Problem(file, line, column, field, message, expected, got, name);
  }

  /**
   * The problem on one line: {@code file:line:column: field: message: got (expected ...; did you
   * mean "..."?)}. Parts that are unknown are left out.
   */
  public String render() {
    var text = new StringBuilder(file);
    if (line > 0) {
      text.append(':').append(line);
    }
    if (line > 0 && column > 0) {
      text.append(':').append(column);
    }
    text.append(": ");
    if (!field.isEmpty()) {
      text.append(field).append(": ");
    }
    text.append(message);
    got.ifPresent(what -> text.append(": ").append(what));
    hint().ifPresent(hint -> text.append(" (").append(hint).append(')'));
    return text.toString();
  }

  private Optional<String> hint() {
    Optional<String> wanted = expected.map(what -> "expected " + what);
    Optional<String> guess = nearest.map(name -> "did you mean \"" + name + "\"?");
    if (wanted.isPresent() && guess.isPresent()) {
      return Optional.of(wanted.get() + "; " + guess.get());
    }
    return wanted.or(() -> guess);
  }

  @Override
  public String toString() {
    return render();
  }
}
