package dev.weir.traces;

import dev.weir.model.problem.InvalidInput;
import dev.weir.model.problem.Problem;
import java.util.List;

/**
 * A trace is refused: its format is unknown, its files cannot be read or rows of them are wrong.
 */
public final class InvalidTrace extends InvalidInput {
  private static final long serialVersionUID = 1L;

  InvalidTrace(List<Problem> problems, long total) {
    super(problems, total);
  }

  InvalidTrace(Problem problem) {
    this(List.of(problem), 1);
  }
}
