package dev.weir.traces;

import dev.weir.model.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides whether the columns of a file are those that a format declares. */
final class Header {
  private static final int SHOWN = 80;

  private Header() {}

  /**
   * Whether the file can be loaded; problems go into the findings, also those that do not prevent
   * it.
   */
  static boolean accepts(Stage stage, Role role, Origin origin, CsvShape shape, Findings findings) {
    List<String> header = shape.header();
    Declaration declaration = stage.declaration(role);
    if (header.isEmpty()) {
      findings.add(
          Problem.ofFile(
                  origin.file(), shape.bytes() == 0 ? "is empty" : "begins with an empty line")
              .expecting("the header " + String.join(",", declaration.names())));
      return false;
    }
    Optional<Problem> other = otherFile(stage, role, origin, 1, header);
    if (other.isPresent()) {
      findings.add(other.get());
      return false;
    }
    return declaration.compare(origin, 1, header, findings) && !shape.headerBroken();
  }

  /** The same for a binary table, which has types as well. */
  static boolean accepts(
      Stage stage, Role role, Origin origin, Relation relation, Findings findings) {
    List<String> header = List.copyOf(relation.cells().keySet());
    Declaration declaration = stage.declaration(role);
    Optional<Problem> other = otherFile(stage, role, origin, 0, header);
    if (other.isPresent()) {
      findings.add(other.get());
      return false;
    }
    boolean named = declaration.compare(origin, 0, header, findings);
    return declaration.compareTypes(origin, relation.cells(), findings) && named;
  }

  /**
   * A header that belongs to something else altogether deserves one sentence, not one per column.
   */
  private static Optional<Problem> otherFile(
      Stage stage, Role role, Origin origin, int line, List<String> header) {
    Declaration declaration = stage.declaration(role);
    if (declaration.fits(header)) {
      return Optional.empty();
    }
    for (Map.Entry<Role, Declaration> known : stage.declarations().entrySet()) {
      if (known.getKey() != role && known.getValue().fits(header)) {
        return Optional.of(
            Problem.at(
                origin.file(),
                line,
                0,
                "",
                "is the header of %s, not of %s".formatted(known.getKey().label(), role.label())));
      }
    }
    boolean strange = header.stream().noneMatch(declaration.names()::contains);
    return strange ? Optional.of(strange(origin, line, header, declaration)) : Optional.empty();
  }

  private static Problem strange(
      Origin origin, int line, List<String> header, Declaration declaration) {
    String text = String.join(",", header);
    String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    for (String separator : List.of(";", "\t", "|")) {
      if (header.size() == 1 && text.contains(separator)) {
        String name = separator.equals("\t") ? "tab" : separator;
        return Problem.at(origin.file(), line, 0, "", "columns are separated by \"" + name + "\"")
            .expecting("\",\"");
      }
    }
    return Problem.at(origin.file(), line, 0, "", "\"" + shown + "\" is not the header")
        .expecting(String.join(",", declaration.names()));
  }
}
