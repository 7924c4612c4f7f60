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
 * Reads documents of several kinds, each told from the others by its field {@code kind}; for
 * commands that take whatever a person hands them.
 */
public final class ReaderChoice {
  private final Map<String, DocumentReader<?>> readers = new LinkedHashMap<>();
  private final Map<String, DocumentReader<?>> byOwnKind = new LinkedHashMap<>();

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
   * The reader for the kind that the first document of the file names.
   *
   * @throws InvalidDocument the file cannot be read, or names no kind or an unknown one
   */
  public DocumentReader<?> reader(Path path) {
    return reader(SourceText.read(path, DocumentReader.MAX_BYTES));
  }

  /**
   * The reader for the kind that the first document of the text names.
   *
   * @throws InvalidDocument the text is not well-formed, or names no kind or an unknown one
   */
  public DocumentReader<?> reader(SourceText source) {
    List<Node> nodes = YamlText.parse(source);
    if (nodes.isEmpty()) {
      throw new InvalidDocument(Problem.ofFile(source.name(), "is empty").expecting(wanted()));
    }
    Node.Scalar kind =
        kind(nodes.getFirst())
            .orElseThrow(
                () ->
                    new InvalidDocument(
                        problem(source, nodes.getFirst(), "is missing").expecting(wanted())));
    DocumentReader<?> reader =
        Optional.<DocumentReader<?>>ofNullable(readers.get(kind.text()))
            .orElseGet(() -> byOwnKind.get(kind.text()));
    if (reader == null) {
      throw new InvalidDocument(
          problem(source, kind, "unknown kind of document")
              .got(Wording.of(kind))
              .expecting(wanted())
              .nearest(Nearest.to(kind.text(), readers.keySet())));
    }
    return reader;
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
