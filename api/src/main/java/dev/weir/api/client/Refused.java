package dev.weir.api.client;

import dev.weir.api.wire.Problem;
import java.util.stream.Collectors;

/** The server refused a request and said why. */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public Refused(Problem problem) {
    super(text(problem));
    this.problem = problem;
  }

  /** What the server said. */
  public Problem problem() {
    return problem;
  }

  /** Status of HTTP. */
  public int status() {
    return problem.status();
  }

  private static String text(Problem problem) {
    if (problem.errors().isEmpty()) {
      return problem.detail().orElse(problem.title());
    }
    return problem.errors().stream()
        .map(Problem.FieldError::render)
        .collect(Collectors.joining("\n"));
  }
}
