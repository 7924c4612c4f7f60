package dev.weir.model.problem;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Something that a person handed in is refused. Carries the problems in the order of the text, so
 * that a person repairs all of them in one go; a table may have more problems than are carried,
 * their number is {@link #total}.
 */
public abstract class InvalidInput extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A file in a wrong format produces thousands of problems that say the same; nobody reads more
   * than this.
   */
  private static final int SHOWN = 50;

  private final transient List<Problem> problems;
  private final long total;

  /** At least one problem; {@code total} counts those that are not carried as well. */
  protected InvalidInput(List<Problem> problems, long total) {
    super(render(problems, total));
    this.problems = problems.stream().sorted(Problem.BY_PLACE).toList();
    this.total = total;
  }

  /** The problems, in the order of the text. */
  public final List<Problem> problems() {
    return problems;
  }

  /** How many problems there are, at least as many as {@link #problems} carries. */
  public final long total() {
    return total;
  }

  private static String render(List<Problem> problems, long total) {
    if (problems.isEmpty() || total < problems.size()) {
      throw new IllegalArgumentException("input is refused for at least one counted problem");
    }
    String lines =
        problems.stream()
            .sorted(Problem.BY_PLACE)
            .limit(SHOWN)
            .map(Problem::render)
            .collect(Collectors.joining("\n"));
    long hidden = total - Math.min(SHOWN, problems.size());
    return hidden > 0 ? lines + "\n... and " + hidden + " more" : lines;
  }
}
