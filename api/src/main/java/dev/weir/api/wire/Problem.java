package dev.weir.api.wire;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What went wrong (RFC 9457, {@code application/problem+json}).
 *
 * @param type a URI that names the kind
 * @param detail this occurrence, for people
 * @param instance path of the request
 * @param errors what is wrong in the body or the query
 */
public record Problem(
    String type,
    String title,
    int status,
    Optional<String> detail,
    Optional<String> instance,
    List<FieldError> errors) {
  public static final String MEDIA_TYPE = "application/problem+json";

  public Problem {
    errors = List.copyOf(errors);
  }

  /**
   * One thing that is wrong.
   *
   * @param file the document, or {@code query} or {@code header}
   * @param line from 1; absent when it concerns the whole
   * @param field path from the top of the document, or name of the parameter
   * @param expected what would be right
   * @param got what stands there
   * @param nearest the valid name that was probably meant
   */
  public record FieldError(
      String file,
      OptionalInt line,
      OptionalInt column,
      String field,
      String message,
      Optional<String> expected,
      Optional<String> got,
      Optional<String> nearest) {
    /** What was found in a document; a line or column of 0 stands for none. */
    public static FieldError of(dev.weir.model.problem.Problem p) {
      return new FieldError(
          p.file(),
          positive(p.line()),
          positive(p.column()),
          p.field(),
          p.message(),
          p.expected(),
          p.got(),
          p.nearest());
    }

    private static OptionalInt positive(int number) {
      return number > 0 ? OptionalInt.of(number) : OptionalInt.empty();
    }

    /** The problem on one line, as the command line shows it. */
    public String render() {
      StringBuilder text = new StringBuilder(file);
      line.ifPresent(n -> text.append(':').append(n));
      column.ifPresent(n -> text.append(':').append(n));
      text.append(": ");
      if (!field.isEmpty()) {
        text.append(field).append(": ");
      }
      text.append(message);
      got.ifPresent(g -> text.append(": ").append(g));
      List<String> hints = new java.util.ArrayList<>();
      expected.ifPresent(e -> hints.add("expected " + e));
      nearest.ifPresent(n -> hints.add("did you mean \"" + n + "\"?"));
      if (!hints.isEmpty()) {
        text.append(" (").append(String.join("; ", hints)).append(')');
      }
      return text.toString();
    }
  }
}
