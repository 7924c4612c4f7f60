package dev.weir.files.bind;

import dev.weir.files.InvalidDocument;
import dev.weir.files.yaml.Node;
import dev.weir.files.yaml.SourceText;
import dev.weir.files.yaml.YamlText;
import dev.weir.model.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads documents of one kind: {@code DocumentReader.of(ClusterFile.class).read(path)}. Immutable;
 * safe for use by several threads.
 *
 * @param <T> the record that describes the document
 */
public final class DocumentReader<T> {
  /** Far above any document people write, far below what would hurt. */
  public static final long MAX_BYTES = 64L << 20;

  private final Class<T> type;
  private final Shapes shapes;
  private final long maxBytes;
  private final Header header;
  private final Defaults defaults = new Defaults();

  private DocumentReader(Class<T> type, Shapes shapes, long maxBytes) {
    this.type = type;
    this.shapes = shapes;
    this.maxBytes = maxBytes;
    this.header = new Header(type);
  }

  /** A reader for documents that the record describes. */
  public static <T> DocumentReader<T> of(Class<T> type) {
    return new DocumentReader<>(type, new Shapes(ScalarFormats.standard()), MAX_BYTES);
  }

  /** The same reader, which also knows how these types are written. */
  public DocumentReader<T> withFormats(List<ScalarFormat<?>> formats) {
    var all = new ArrayList<ScalarFormat<?>>(ScalarFormats.standard());
    all.addAll(formats);
    return new DocumentReader<>(type, new Shapes(all), maxBytes);
  }

  /** The same reader, which refuses files above this size. */
  public DocumentReader<T> withMaxBytes(long bytes) {
    return new DocumentReader<>(type, shapes, bytes);
  }

  /**
   * Reads a file that holds one document.
   *
   * @throws InvalidDocument with every problem found
   */
  public T read(Path path) {
    return document(path).value();
  }

  /**
   * Reads a text that holds one document; {@code name} stands for the file in problems.
   *
   * @throws InvalidDocument with every problem found
   */
  public T read(String name, String text) {
    return document(new SourceText(name, text)).value();
  }

  /**
   * Reads a file that holds one document, and keeps the places of its fields for further checks.
   *
   * @throws InvalidDocument with every problem found
   */
  public Document<T> document(Path path) {
    return document(SourceText.read(path, maxBytes));
  }

  /**
   * Reads a text that holds one document, and keeps the places of its fields for further checks.
   *
   * @throws InvalidDocument with every problem found
   */
  public Document<T> document(SourceText source) {
    List<Node> nodes = YamlText.parse(source);
    if (nodes.size() > 1) {
      var second = nodes.get(1).place();
      throw new InvalidDocument(
          Problem.at(
                  source.name(),
                  second.line(),
                  second.column(),
                  "",
                  "a second document begins here")
              .expecting("one document"));
    }
    return documents(source, nodes).getFirst();
  }

  /**
   * Reads a file that holds one or more documents, separated by {@code ---}.
   *
   * @throws InvalidDocument with every problem found in any of them
   */
  public List<Document<T>> documents(Path path) {
    return documents(SourceText.read(path, maxBytes));
  }

  /**
   * Reads a stream, such as standard input, that holds one or more documents.
   *
   * @throws InvalidDocument with every problem found in any of them
   * @throws IOException the stream broke
   */
  public List<Document<T>> documents(String name, InputStream in) throws IOException {
    return documents(SourceText.read(name, in, maxBytes));
  }

  /**
   * Reads a text that holds one or more documents, separated by {@code ---}.
   *
   * @throws InvalidDocument with every problem found in any of them
   */
  public List<Document<T>> documents(SourceText source) {
    return documents(source, YamlText.parse(source));
  }

  private List<Document<T>> documents(SourceText source, List<Node> nodes) {
    if (nodes.isEmpty()) {
      throw new InvalidDocument(
          Problem.ofFile(source.name(), "is empty").expecting(Wording.of(shape())));
    }
    var documents = new ArrayList<Document<T>>();
    var problems = new ArrayList<Problem>();
    for (Node node : nodes) {
      var locations = new Locations(node.place());
      var findings = new Findings(source.name(), locations);
      bind(source.name(), node, locations, findings)
          .ifPresent(value -> documents.add(new Document<>(source.name(), value, locations)));
      problems.addAll(findings.problems());
    }
    if (!problems.isEmpty()) {
      throw new InvalidDocument(problems);
    }
    return List.copyOf(documents);
  }

  /** The shape of the document, from which schema and reference page are made. */
  public Shape shape() {
    return shapes.of(type, type);
  }

  /** The record that describes the document. */
  public Class<T> type() {
    return type;
  }

  private Optional<T> bind(String file, Node node, Locations locations, Findings findings) {
    return header
        .strip(node, file, findings)
        .flatMap(body -> new Binder(file, locations, findings, defaults).bind(shape(), body, ""))
        .map(type::cast);
  }
}
