package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import dev.weir.files.yaml.Place;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Turns one document into Java values. Goes on after a problem, so that all of them are found; a
 * value is empty exactly when a problem was reported for it or inside it.
 */
final class Binder {
  final String file;
  final Locations locations;
  final Findings findings;
  final Defaults defaults;
  final VariantBinder variants;
  private final FieldsBinder records;

  Binder(String file, Locations locations, Findings findings, Defaults defaults) {
    this.file = file;
    this.locations = locations;
    this.findings = findings;
    this.defaults = defaults;
    this.variants = new VariantBinder(this);
    this.records = new FieldsBinder(this);
  }

  Optional<Object> bind(Shape shape, Node node, String path) {
    locations.put(path, node.place());
    return switch (shape) {
      case Shape.Scalar scalar -> scalar(scalar, node, path);
      case Shape.Maybe maybe -> bind(maybe.element(), node, path).map(Optional::of);
      case Shape.Items items -> items(items, node, path);
      case Shape.Table table -> table(table, node, path);
      case Shape.Fields fields -> records.record(fields, node, path);
      case Shape.OneOf oneOf -> variants.bind(oneOf, node, path);
    };
  }

  private Optional<Object> scalar(Shape.Scalar shape, Node node, String path) {
    if (!(node instanceof Node.Scalar scalar)) {
      return wrongType(shape, node, path);
    }
    try {
      return Optional.of(ScalarReader.read(scalar, shape));
    } catch (IllegalArgumentException refused) {
      return refused(refused, shape, scalar, path);
    }
  }

  private Optional<Object> items(Shape.Items shape, Node node, String path) {
    if (!(node instanceof Node.Items list)) {
      return notItems(shape, node, path);
    }
    if (shape.notEmpty() && list.items().isEmpty()) {
      return add(at(node, path, "is empty").expecting("at least one item"));
    }
    var values = new ArrayList<Object>();
    for (int i = 0; i < list.items().size(); i++) {
      bind(shape.element(), list.items().get(i), Locations.item(path, i)).ifPresent(values::add);
    }
    if (values.size() < list.items().size()) {
      return Optional.empty();
    }
    return shape.unique() ? set(list, values, path) : Optional.of(List.copyOf(values));
  }

  private Optional<Object> notItems(Shape.Items shape, Node node, String path) {
    boolean single = node instanceof Node.Scalar scalar && !scalar.isEmpty();
    if (shape.orOne() && (single || node instanceof Node.Fields)) {
      locations.single(path);
      return bind(shape.element(), node, path)
          .map(value -> shape.unique() ? Set.of(value) : List.of(value));
    }
    Optional<String> guess =
        single ? Optional.of("[" + ((Node.Scalar) node).text() + "]") : Optional.empty();
    return add(wrong(shape, node, path).nearest(guess));
  }

  private Optional<Object> set(Node.Items list, List<Object> values, String path) {
    var set = new LinkedHashSet<Object>();
    boolean unique = true;
    for (int i = 0; i < values.size(); i++) {
      if (!set.add(values.get(i))) {
        Node twice = list.items().get(i);
        add(at(twice, Locations.item(path, i), "is listed twice").got(Wording.of(twice)));
        unique = false;
      }
    }
    return unique ? Optional.of(Collections.unmodifiableSet(set)) : Optional.empty();
  }

  private Optional<Object> table(Shape.Table shape, Node node, String path) {
    if (!(node instanceof Node.Fields block)) {
      return wrongType(shape, node, path);
    }
    if (shape.notEmpty() && block.entries().isEmpty()) {
      return add(at(node, path, "is empty").expecting("at least one field"));
    }
    var values = new LinkedHashMap<Object, Object>();
    var entries = distinct(block, path);
    for (var entry : entries.values()) {
      String field = Locations.key(path, entry.key().text());
      Optional<Object> key = scalar(shape.key(), entry.key(), field);
      Optional<Object> value = bind(shape.value(), entry.value(), field);
      if (key.isPresent() && value.isPresent()) {
        values.put(key.get(), value.get());
      }
    }
    boolean whole = values.size() == block.entries().size();
    return whole ? Optional.of(Collections.unmodifiableMap(values)) : Optional.empty();
  }

  /** The entries by name; the first of two with the same name counts, the second is a problem. */
  SequencedMap<String, Node.Entry> distinct(Node.Fields block, String path) {
    var entries = new LinkedHashMap<String, Node.Entry>();
    for (Node.Entry entry : block.entries()) {
      Node.Entry first = entries.putIfAbsent(entry.key().text(), entry);
      if (first != null) {
        String field = Locations.key(path, entry.key().text());
        add(
            at(entry.key(), field, "stands twice in the same block")
                .expecting("one value; the first is on line " + first.key().place().line()));
      }
    }
    return entries;
  }

  Optional<Object> wrongType(Shape shape, Node node, String path) {
    return add(wrong(shape, node, path));
  }

  private Problem wrong(Shape shape, Node node, String path) {
    if (node instanceof Node.Scalar scalar && scalar.isEmpty()) {
      return at(node, path, "has no value").expecting(Wording.of(shape));
    }
    return at(node, path, "wrong type").got(Wording.of(node)).expecting(Wording.of(shape));
  }

  /** A problem from an exception of a parser, a constructor or a factory. */
  private Optional<Object> refused(
      IllegalArgumentException refused, Shape shape, Node.Scalar node, String path) {
    String message = Optional.ofNullable(refused.getMessage()).orElse("not allowed");
    Problem problem = at(node, path, message);
    if (!node.isEmpty()) {
      problem = problem.got(Wording.of(node));
    }
    return add(
        refused instanceof Malformed malformed
            ? problem.expecting(malformed.expected()).nearest(malformed.nearest())
            : problem.expecting(Wording.of(shape)));
  }

  Problem at(Node node, String path, String message) {
    Place place = node.place();
    return Problem.at(file, place.line(), place.column(), path, message);
  }

  Optional<Object> add(Problem problem) {
    findings.add(problem);
    return Optional.empty();
  }
}
