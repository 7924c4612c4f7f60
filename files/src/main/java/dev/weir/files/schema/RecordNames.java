package dev.weir.files.schema;

import dev.weir.files.bind.Shape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Names for the records that a document reaches, each once, in the order in which a reader meets
 * them.
 */
final class RecordNames {
  private final SequencedMap<Class<?>, Shape.Fields> records = new LinkedHashMap<>();
  private final Map<Class<?>, String> names = new LinkedHashMap<>();

  RecordNames(Shape document) {
    Deque<Shape> waiting = new ArrayDeque<>(List.of(document));
    while (!waiting.isEmpty()) {
      Shape shape = waiting.removeFirst();
      if (shape instanceof Shape.Fields fields
          && records.putIfAbsent(fields.type(), fields) != null) {
        continue;
      }
      waiting.addAll(parts(shape));
    }
    records.keySet().forEach(this::name);
  }

  private void name(Class<?> type) {
    String base = type.getSimpleName().replaceAll("(?<=.)(File|Entry|Fields)$", "");
    String name = base;
    for (int i = 2; names.containsValue(name); i++) {
      name = base + i;
    }
    names.put(type, name);
  }

  /** Everything that may stand inside a value of this shape. */
  private static List<Shape> parts(Shape shape) {
    return switch (shape) {
      case Shape.Scalar scalar -> List.of();
      case Shape.Maybe maybe -> List.of(maybe.element());
      case Shape.Items items -> List.of(items.element());
      case Shape.Table table -> List.of(table.value());
      case Shape.OneOf oneOf -> List.copyOf(oneOf.variants().values());
      case Shape.Fields fields -> {
        List<Shape> parts = new ArrayList<>();
        fields.shorthands().forEach(form -> parts.add(form.argument()));
        if (!fields.replaced()) {
          fields.components().forEach(component -> parts.addAll(parts(component)));
        }
        yield parts;
      }
    };
  }

  /** An inline record has no place of its own; what its fields reach does. */
  private static List<Shape> parts(Shape.Component component) {
    return component.inline() ? parts(inlined(component)) : List.of(component.shape());
  }

  SequencedMap<Class<?>, Shape.Fields> records() {
    return Collections.unmodifiableSequencedMap(records);
  }

  String of(Class<?> type) {
    String name = names.get(type);
    if (name == null) {
      throw new IllegalArgumentException("the document does not reach " + type);
    }
    return name;
  }

  /** The record behind an inline component, or the sealed interface. */
  static Shape inlined(Shape.Component component) {
    return component.shape() instanceof Shape.Maybe maybe ? maybe.element() : component.shape();
  }
}
