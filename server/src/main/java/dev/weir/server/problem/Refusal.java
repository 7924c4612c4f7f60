package dev.weir.server.problem;

import dev.weir.api.wire.Problem;
import dev.weir.api.wire.Problem.FieldError;
import dev.weir.model.problem.InvalidInput;
import dev.weir.model.problem.Nearest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A request is refused. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Where the kinds of problems are described. */
  private static final String TYPES = "urn:weir:problem:";

  private static final int LISTED = 12;

  /** Nobody repairs more than this in one go. */
  private static final int MOST_ERRORS = 100;

  private final transient Problem problem;
  private final transient Map<String, String> headers;

  private Refusal(Problem problem, Map<String, String> headers) {
    super(problem.detail().orElse(problem.title()));
    this.problem = problem;
    this.headers = new LinkedHashMap<>(headers);
  }

  public Problem problem() {
    return problem;
  }

  /** Further headers of the answer. */
  public Map<String, String> headers() {
    return headers;
  }

  /** A refusal of the given kind. */
  public static Refusal of(int status, String type, String title, String detail) {
    return new Refusal(problem(status, type, title, detail, List.of()), Map.of());
  }

  public Refusal withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Refusal(problem, more);
  }

  /** Nothing of that name is there, or nothing that the caller may see. */
  public static Refusal notFound(String what, String name) {
    return of(404, "not-found", "Not found", "there is no " + what + " \"" + name + "\"");
  }

  public static Refusal forbidden(String what) {
    return of(403, "forbidden", "Not allowed", what);
  }

  public static Refusal conflict(String what) {
    return of(409, "conflict", "Not possible now", what);
  }

  /** A parameter, header or field is wrong. */
  public static Refusal field(int status, FieldError error) {
    return new Refusal(
        problem(status, "invalid", "Invalid request", error.render(), List.of(error)), Map.of());
  }

  /** A parameter of the query is wrong. */
  public static Refusal query(String name, String message, String expected, String got) {
    return field(400, error("query", name, message, Optional.of(expected), got, Optional.empty()));
  }

  /** A parameter of the query names something unknown. */
  public static Refusal unknownQuery(String name, Collection<String> valid) {
    return field(
        400,
        error(
            "query",
            name,
            "unknown parameter",
            valid.isEmpty() ? Optional.of("no parameters") : Optional.of(oneOf(valid)),
            name,
            Nearest.to(name, valid)));
  }

  /** A value is not one of those that are valid. */
  public static Refusal notOneOf(String where, String name, String got, Collection<String> valid) {
    return field(
        400,
        error(
            where, name, "unknown value", Optional.of(oneOf(valid)), got, Nearest.to(got, valid)));
  }

  /** A document is wrong, in every way that is listed. */
  public static Refusal document(InvalidInput invalid) {
    return document(invalid.problems());
  }

  /** A document is wrong, in every way that is listed. */
  public static Refusal document(List<dev.weir.model.problem.Problem> problems) {
    return errors(problems.stream().map(FieldError::of).toList());
  }

  /** A document is wrong, in every way that is listed. */
  public static Refusal errors(List<FieldError> all) {
    List<FieldError> errors = all.stream().limit(MOST_ERRORS).toList();
    String detail =
        all.size() == 1
            ? errors.getFirst().render()
            : all.size() + " problems; the first: " + errors.getFirst().render();
    return new Refusal(problem(422, "invalid", "Invalid document", detail, errors), Map.of());
  }

  /** One thing that is wrong, without a line. */
  public static FieldError error(
      String file,
      String field,
      String message,
      Optional<String> expected,
      String got,
      Optional<String> nearest) {
    return new FieldError(
        file,
        OptionalInt.empty(),
        OptionalInt.empty(),
        field,
        message,
        expected,
        Optional.of("\"" + shortened(got) + "\""),
        nearest);
  }

  private static String oneOf(Collection<String> names) {
    String shown = String.join(", ", names.stream().limit(LISTED).toList());
    return "one of " + shown + (names.size() > LISTED ? ", ..." : "");
  }

  /** Whatever somebody sent is not sent back whole. */
  private static String shortened(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", "?");
    return plain.length() <= 80 ? plain : plain.substring(0, 80) + "...";
  }

  private static Problem problem(
      int status, String type, String title, String detail, List<FieldError> errors) {
    return new Problem(TYPES + type, title, status, Optional.of(detail), Optional.empty(), errors);
  }
}
