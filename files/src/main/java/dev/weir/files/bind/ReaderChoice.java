package dev.weir.files.bind;

import dev.weir.files.InvalidDocument;
import dev.weir.files.yaml.Node;
import dev.weir.files.yaml.SourceText;
import dev.weir.files.yaml.YamlText;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads documents of several kinds, each told from the others by its field {@code kind} or, without
 * one, by the fields that only some kinds have; for commands that take whatever a person hands
 * them.
 */
public final class ReaderChoice {
  private final Map<String, DocumentReader<?>> readers = new LinkedHashMap<>();
  private final Map<String, DocumentReader<?>> byOwnKind = new LinkedHashMap<>();
  private final Looks looks;

  /** A choice of readers whose records all have a {@link Kind}. */
  public ReaderChoice(List<DocumentReader<?>> choices) {
    for (DocumentReader<?> reader : choices) {
      Kind kind = reader.type().getAnnotation(Kind.class);
      if (kind == null) {
        throw new IllegalArgumentException("a document without a kind: " + reader.type());
      }
      readers.put(kind.value(), reader);
      ownKinds(reader).forEach(own -> byOwnKind.put(own, reader));
    }
    looks = new Looks(choices);
  }

  /**
   * Where a record has a kind of its own, its values tell the document as well: a training is a
   * job.
   */
  private static List<String> ownKinds(DocumentReader<?> reader) {
    if (!(reader.shape() instanceof Shape.Fields fields)) {
      return List.of();
    }
    return fields.components().stream()
        .filter(component -> component.name().equals(Header.KIND))
        .map(Shape.Component::shape)
        .filter(Shape.Choice.class::isInstance)
        .flatMap(shape -> ((Shape.Choice) shape).constants().keySet().stream())
        .toList();
  }

  /**
   * The reader for the kind that the first document of the file names, or looks like.
   *
   * @throws InvalidDocument the file cannot be read, or does not show what it is
   */
  public DocumentReader<?> reader(Path path) {
    return reader(SourceText.read(path, DocumentReader.MAX_BYTES));
  }

  /**
   * The reader for the kind that the first document of the text names, or looks like.
   *
   * @throws InvalidDocument the text is not well-formed, or does not show what it is
   */
  public DocumentReader<?> reader(SourceText source) {
    List<Node> nodes = YamlText.parse(source);
    if (nodes.isEmpty()) {
      throw new InvalidDocument(Problem.ofFile(source.name(), "is empty").expecting(wanted()));
    }
    Optional<DocumentReader<?>> alike = looks.of(nodes.getFirst());
    Optional<Node.Scalar> kind = kind(nodes.getFirst());
    if (kind.isEmpty()) {
      return alike.orElseThrow(
          () ->
              new InvalidDocument(
                  problem(source, nodes.getFirst(), "is missing").expecting(wanted())));
    }
    return Optional.<DocumentReader<?>>ofNullable(readers.get(kind.get().text()))
        .or(() -> Optional.ofNullable(byOwnKind.get(kind.get().text())))
        .or(() -> alike.filter(reader -> agrees(reader, kind.get().text())))
        .orElseThrow(() -> unknownKind(source, kind.get()));
  }

  /** An unknown kind that resembles the name of no other one: the reader itself can refuse it. */
  private boolean agrees(DocumentReader<?> reader, String kind) {
    Optional<String> nearest = Nearest.to(kind, readers.keySet());
    return nearest.isEmpty() || reader.equals(readers.get(nearest.get()));
  }

  private InvalidDocument unknownKind(SourceText source, Node.Scalar kind) {
    return new InvalidDocument(
        problem(source, kind, "unknown kind of document")
            .got(Wording.of(kind))
            .expecting(wanted())
            .nearest(Nearest.to(kind.text(), readers.keySet())));
  }

  private String wanted() {
    return "kind: " + Findings.oneOf(readers.keySet());
  }

  private static Optional<Node.Scalar> kind(Node document) {
    if (!(document instanceof Node.Fields block)) {
      return Optional.empty();
    }
    return block.entries().stream()
        .filter(entry -> entry.key().text().equals(Header.KIND))
        .map(Node.Entry::value)
        .filter(Node.Scalar.class::isInstance)
        .map(Node.Scalar.class::cast)
        .findFirst();
  }

  private static Problem problem(SourceText source, Node at, String message) {
    return Problem.at(source.name(), at.place().line(), at.place().column(), Header.KIND, message);
  }
}
