package dev.weir.files.bind;

import dev.weir.files.InvalidDocument;
import dev.weir.files.yaml.Place;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Collects the problems of one document; fields are named from one place of the document on. */
public final class Findings {
  /** A list of valid names longer than this is no help any more. */
  private static final int LISTED = 12;

  private final String file;
  private final Locations locations;
  private final String prefix;
  private final List<Problem> problems;

  Findings(String file, Locations locations) {
    this(file, locations, "", new ArrayList<>());
  }

  private Findings(String file, Locations locations, String prefix, List<Problem> problems) {
    this.file = file;
    this.locations = locations;
    this.prefix = prefix;
    this.problems = problems;
  }

  /** The same collection, with fields named from {@code field} on. */
  public Findings in(String field) {
    return new Findings(file, locations, full(field), problems);
  }

  /** The field of a key that people chose, in the table {@code table}: {@code labels["a/b"]}. */
  public static String keyOf(String table, String key) {
    return Locations.key(table, key);
  }

  /** The field contradicts something. The empty field is the record itself. */
  public void report(String field, String message) {
    problems.add(problem(field, message));
  }

  /** The field contradicts something, and this is what would be right. */
  public void report(String field, String message, String expected) {
    problems.add(problem(field, message).expecting(expected));
  }

  /** The field names something that does not exist, such as a queue. */
  public void unknown(String field, String what, String name, Collection<String> valid) {
    problems.add(unknownName(problem(field, "unknown " + what).got(quoted(name)), name, valid));
  }

  /** Like {@link #unknown}, if it is not among the valid names. */
  public void requireKnown(String field, String what, String name, Collection<String> valid) {
    if (!valid.contains(name)) {
      unknown(field, what, name, valid);
    }
  }

  /** A problem at a field, to be completed and then handed to {@link #add}. */
  public Problem problem(String field, String message) {
    String path = locations.canonical(full(field));
    Place place = locations.of(path);
    return Problem.at(file, place.line(), place.column(), path, message);
  }

  /** Adds a problem that was made with {@link #problem}. */
  public void add(Problem problem) {
    problems.add(problem);
  }

  int count() {
    return problems.size();
  }

  /** What was reported so far. */
  public List<Problem> problems() {
    return List.copyOf(problems);
  }

  /**
   * Ends the validation.
   *
   * @throws InvalidDocument something was reported
   */
  public void throwIfAny() {
    if (!problems.isEmpty()) {
      throw new InvalidDocument(problems);
    }
  }

  private String full(String field) {
    if (prefix.isEmpty() || field.isEmpty()) {
      return prefix + field;
    }
    return field.startsWith("[") ? prefix + field : prefix + "." + field;
  }

  static Problem unknownName(Problem problem, String name, Collection<String> valid) {
    var nearest = Nearest.to(name, valid);
    if (nearest.isPresent()) {
      return problem.nearest(nearest);
    }
    return valid.isEmpty() ? problem : problem.expecting(oneOf(valid));
  }

  static String listed(Collection<String> names) {
    String shown = String.join(", ", names.stream().limit(LISTED).toList());
    int hidden = names.size() - LISTED;
    return hidden > 0 ? shown + " and " + hidden + " more" : shown;
  }

  static String oneOf(Collection<String> names) {
    return names.size() == 1 ? String.join("", names) : "one of " + listed(names);
  }

  static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
