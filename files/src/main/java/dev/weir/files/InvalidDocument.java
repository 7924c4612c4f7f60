package dev.weir.files;

import dev.weir.model.problem.InvalidInput;
import dev.weir.model.problem.Problem;
import java.util.List;

/** A document is refused. Carries every problem that was found in it. */
public final class InvalidDocument extends InvalidInput {
  private static final long serialVersionUID = 1L;

  /** At least one problem. */
  public InvalidDocument(List<Problem> problems) {
    super(problems, problems.size());
  }

  /** A document with exactly one problem. */
  public InvalidDocument(Problem problem) {
    this(List.of(problem));
  }
}
