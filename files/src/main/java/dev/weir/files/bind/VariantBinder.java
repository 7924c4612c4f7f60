package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Binds values of sealed interfaces: finds out which variant is named, and binds the rest to it.
 */
final class VariantBinder {
  private final Binder binder;

  VariantBinder(Binder binder) {
    this.binder = binder;
  }

  /** By the only key of a block, by its discriminator, or by the bare name of the variant. */
  Optional<Object> bind(Shape.OneOf shape, Node node, String path) {
    if (shape.discriminator().isPresent()) {
      return discriminated(shape, shape.discriminator().get(), node, path);
    }
    return switch (node) {
      case Node.Scalar name when !name.isEmpty() -> named(shape, name, nothing(name), path);
      case Node.Fields block when block.entries().size() == 1 -> {
        Node.Entry entry = block.entries().getFirst();
        yield named(shape, entry.key(), entry.value(), path);
      }
      case Node.Fields block ->
          binder.add(
              binder
                  .at(node, path, "names " + block.entries().size() + " variants")
                  .expecting("exactly " + one(shape)));
      default -> binder.wrongType(shape, node, path);
    };
  }

  /**
   * A key among the fields of a record names the variant; one that was meant by an unknown field is
   * not missed.
   */
  Optional<Object> inline(
      Shape.OneOf shape,
      Map<String, Node.Entry> entries,
      Node.Fields block,
      String path,
      FieldsBinder.Unknown unknown) {
    List<Node.Entry> named =
        entries.values().stream()
            .filter(e -> shape.variants().containsKey(e.key().text()))
            .toList();
    if (named.size() == 1) {
      return named(shape, named.getFirst().key(), named.getFirst().value(), path);
    }
    if (named.size() > 1) {
      Node.Scalar second = named.get(1).key();
      String field = Locations.child(path, second.text());
      String first = named.getFirst().key().text();
      return binder.add(
          binder.at(second, field, "excludes " + first).expecting("only " + one(shape)));
    }
    if (unknown.meant().stream().noneMatch(shape.variants()::containsKey)) {
      binder.add(binder.at(block, path, "does not say what it is").expecting(one(shape)));
    }
    return Optional.empty();
  }

  private Optional<Object> discriminated(
      Shape.OneOf shape, String discriminator, Node node, String path) {
    if (!(node instanceof Node.Fields block)) {
      return binder.wrongType(shape, node, path);
    }
    var rest = new ArrayList<>(block.entries());
    String field = Locations.child(path, discriminator);
    Optional<Node.Entry> found =
        rest.stream().filter(e -> e.key().text().equals(discriminator)).findFirst();
    if (found.isEmpty()) {
      return binder.add(binder.at(node, field, "is missing").expecting(one(shape)));
    }
    if (!(found.get().value() instanceof Node.Scalar name)) {
      return binder.wrongType(shape, found.get().value(), field);
    }
    rest.remove(found.get());
    return variant(shape, name, field)
        .flatMap(v -> binder.bind(v, new Node.Fields(List.copyOf(rest), block.place(), 1), path));
  }

  private Optional<Object> named(Shape.OneOf shape, Node.Scalar name, Node value, String path) {
    boolean empty = value instanceof Node.Scalar scalar && scalar.isEmpty();
    String field = Locations.child(path, name.text());
    return variant(shape, name, path)
        .flatMap(variant -> binder.bind(variant, empty ? nothing(name) : value, field));
  }

  private Optional<Shape.Fields> variant(Shape.OneOf shape, Node.Scalar name, String path) {
    Optional<Shape.Fields> variant = Optional.ofNullable(shape.variants().get(name.text()));
    if (variant.isEmpty()) {
      Problem problem = binder.at(name, path, "unknown variant").got(Wording.of(name));
      binder.add(Findings.unknownName(problem, name.text(), shape.variants().keySet()));
    }
    return variant;
  }

  private static Node nothing(Node at) {
    return new Node.Fields(List.of(), at.place(), 1);
  }

  private static String one(Shape.OneOf shape) {
    return Findings.oneOf(shape.variants().keySet());
  }
}
