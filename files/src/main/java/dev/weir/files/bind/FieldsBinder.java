package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** Binds blocks of fields to records. */
final class FieldsBinder {
  private final Binder binder;

  FieldsBinder(Binder binder) {
    this.binder = binder;
  }

  /** A record: its block of fields, or one of its shorthands. */
  Optional<Object> record(Shape.Fields shape, Node node, String path) {
    Optional<Shape.Form> shorthand = shorthand(shape, node);
    if (shorthand.isPresent()) {
      return binder
          .bind(shorthand.get().argument(), node, path)
          .flatMap(value -> maker(path, node).call(shorthand.get().factory(), value));
    }
    if (node instanceof Node.Fields block && !shape.replaced()) {
      return block(shape, block, path);
    }
    return binder.wrongType(shape, node, path);
  }

  private static Optional<Shape.Form> shorthand(Shape.Fields shape, Node node) {
    List<Shape.Form> fitting =
        shape.shorthands().stream().filter(s -> fits(s.argument(), node)).toList();
    return fitting.stream()
        .filter(s -> node instanceof Node.Scalar scalar && prefers(s.argument(), scalar))
        .findFirst()
        .or(() -> fitting.stream().findFirst());
  }

  private static boolean fits(Shape argument, Node node) {
    return switch (node) {
      case Node.Scalar scalar -> !scalar.isEmpty() && argument instanceof Shape.Scalar;
      case Node.Items items -> argument instanceof Shape.Items;
      case Node.Fields fields -> argument instanceof Shape.Table;
    };
  }

  /** Where a number and a text are both allowed, a plain number is the number. */
  private static boolean prefers(Shape argument, Node.Scalar scalar) {
    boolean number = argument instanceof Shape.Whole || argument instanceof Shape.Decimal;
    boolean truth = argument instanceof Shape.Truth;
    if (scalar.isNumber()) {
      return number;
    }
    return scalar.isTruth() ? truth : !number && !truth;
  }

  private Optional<Object> block(Shape.Fields shape, Node.Fields block, String path) {
    SequencedMap<String, Node.Entry> entries = binder.distinct(block, path);
    int before = binder.findings.count();
    Unknown unknown = refuseUnknown(shape, entries, path);
    Optional<Object> made = components(shape, entries, block, path, unknown);
    boolean clean = binder.findings.count() == before;
    return clean ? made : Optional.empty();
  }

  /**
   * Fields that do not exist were reported.
   *
   * @param meant the names that were probably meant, which are then not reported as missing
   * @param any whether there was one; then the record is not made, so that it cannot complain about
   *     what only seems to be missing
   */
  record Unknown(Set<String> meant, boolean any) {}

  private Unknown refuseUnknown(Shape.Fields shape, Map<String, Node.Entry> entries, String path) {
    Map<String, Shape.Component> names = shape.names();
    var meant = new HashSet<String>();
    boolean any = false;
    for (Node.Entry entry : entries.values()) {
      String name = entry.key().text();
      if (!names.containsKey(name)) {
        Optional<String> nearest =
            synonym(name, shape.components()).or(() -> free(name, names, entries));
        nearest.ifPresent(meant::add);
        any = true;
        Problem problem = binder.at(entry.key(), Locations.key(path, name), "unknown field");
        binder.add(
            nearest.isPresent() || names.isEmpty()
                ? problem.nearest(nearest)
                : problem.expecting(Findings.oneOf(names.keySet())));
      }
    }
    return new Unknown(meant, any);
  }

  /** The nearest name that is not taken yet, before the nearest of all. */
  private static Optional<String> free(
      String name, Map<String, Shape.Component> names, Map<String, Node.Entry> entries) {
    List<String> open = names.keySet().stream().filter(n -> !entries.containsKey(n)).toList();
    return Nearest.to(name, open).or(() -> Nearest.to(name, names.keySet()));
  }

  private static Optional<String> synonym(String name, List<Shape.Component> components) {
    for (Shape.Component component : components) {
      if (component.synonyms().stream().anyMatch(name::equalsIgnoreCase)) {
        return Optional.of(component.name());
      }
      if (component.inline() && element(component.shape()) instanceof Shape.Fields inner) {
        Optional<String> found = synonym(name, inner.components());
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Shape element(Shape shape) {
    return shape instanceof Shape.Maybe maybe ? maybe.element() : shape;
  }

  private Optional<Object> components(
      Shape.Fields shape,
      SequencedMap<String, Node.Entry> entries,
      Node.Fields block,
      String path,
      Unknown unknown) {
    var values = new ArrayList<Object>();
    for (Shape.Component component : shape.components()) {
      component(component, entries, block, path, unknown).ifPresent(values::add);
    }
    if (unknown.any() || values.size() < shape.components().size()) {
      return Optional.empty();
    }
    return maker(path, block).make(shape, values);
  }

  private Optional<Object> component(
      Shape.Component component,
      SequencedMap<String, Node.Entry> entries,
      Node.Fields block,
      String path,
      Unknown unknown) {
    if (component.inline()) {
      return inline(component, entries, block, path, unknown);
    }
    Node.Entry entry = entries.get(component.name());
    if (entry != null) {
      return binder.bind(component.shape(), entry.value(), Locations.child(path, component.name()));
    }
    Optional<Object> absent = absent(component);
    if (absent.isEmpty() && !unknown.meant().contains(component.name())) {
      missing(Locations.child(path, component.name()), component.shape(), block);
    }
    return absent;
  }

  private void missing(String field, Shape shape, Node.Fields block) {
    binder.add(binder.at(block, field, "is missing").expecting(Wording.of(shape)));
  }

  /** What a component is when its field is left out; empty when it must not be. */
  private Optional<Object> absent(Shape.Component component) {
    if (component.byDefault().isPresent()) {
      return Optional.of(binder.defaults.value(component, component.byDefault().get()));
    }
    if (component.required()) {
      return Optional.empty();
    }
    return switch (component.shape()) {
      case Shape.Maybe maybe -> Optional.of(Optional.empty());
      case Shape.Items items -> Optional.of(items.unique() ? Set.of() : List.of());
      default -> Optional.of(Map.of());
    };
  }

  private Optional<Object> inline(
      Shape.Component component,
      SequencedMap<String, Node.Entry> entries,
      Node.Fields block,
      String path,
      Unknown unknown) {
    boolean optional = component.shape() instanceof Shape.Maybe;
    Set<String> names = inlineNames(component);
    List<String> present = entries.keySet().stream().filter(names::contains).toList();
    if (present.isEmpty() && (optional || component.byDefault().isPresent())) {
      return absent(component);
    }
    Optional<Object> value =
        element(component.shape()) instanceof Shape.OneOf oneOf
            ? binder.variants.inline(oneOf, entries, block, path, unknown)
            : components((Shape.Fields) element(component.shape()), entries, block, path, unknown);
    return optional ? value.map(Optional::of) : value;
  }

  private static Set<String> inlineNames(Shape.Component component) {
    return switch (element(component.shape())) {
      case Shape.Fields fields -> fields.names().keySet();
      case Shape.OneOf oneOf -> oneOf.variants().keySet();
      default -> throw new IllegalStateException("cannot be inline: " + component.name());
    };
  }

  private RecordMaker maker(String path, Node node) {
    return new RecordMaker(binder, path, node);
  }
}
