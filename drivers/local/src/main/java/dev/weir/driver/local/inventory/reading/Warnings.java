package dev.weir.driver.local.inventory.reading;

import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/** Collects what could not be read in one output. */
public final class Warnings {
  private static final int LONGEST = 60;

  private final String source;
  private final List<Problem> problems = new ArrayList<>();

  public Warnings(Output output) {
    source = output.source();
  }

  /** For a reader that goes by lines: a last line that does not end is said. */
  public static Warnings ofLines(Output output) {
    var warnings = new Warnings(output);
    if (output.cut()) {
      int line = (int) output.text().lines().count();
      warnings.add(line, "", "is not finished and is left out", "a line to its end");
    }
    return warnings;
  }

  /** Something is wrong at a place; line 0 means the whole output. */
  public void add(int line, String field, String message, String expected) {
    problems.add(Problem.at(source, line, 0, field, message).expecting(expected));
  }

  /** A value is not what it should be. */
  public void value(int line, String field, String got, String expected) {
    String shown = got.length() <= LONGEST ? got : got.substring(0, LONGEST) + "...";
    problems.add(
        Problem.at(source, line, 0, field, "cannot be read")
            .got("\"" + shown.replaceAll("\\p{Cntrl}", "?") + "\"")
            .expecting(expected));
  }

  public List<Problem> list() {
    return List.copyOf(problems);
  }
}
