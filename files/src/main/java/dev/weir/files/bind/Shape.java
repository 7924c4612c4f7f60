package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** What a value in a document must look like to become a value of a Java type. */
public sealed interface Shape {

  /** A single value. */
  sealed interface Scalar extends Shape {}

  /** A text, with the form it must have, if any. */
  record Text(Optional<Matches> form) implements Scalar {}

  /** A whole number; {@code type} is int or long. */
  record Whole(Class<?> type, long min, long max) implements Scalar {}

  /** A number. */
  record Decimal(long min, long max) implements Scalar {}

  /** True or false. */
  record Truth() implements Scalar {}

  /** One of the constants of an enum, by their names in documents. */
  record Choice(Class<?> type, SequencedMap<String, Object> constants) implements Scalar {}

  /** A value with a form of its own, such as a duration. */
  record Unit(ScalarFormat<?> format) implements Scalar {}

  /** A value that may be left out. */
  record Maybe(Shape element) implements Shape {}

  /** A list, or a set when {@code unique}; {@code orOne}: a single item may stand for itself. */
  record Items(Shape element, boolean unique, boolean notEmpty, boolean orOne) implements Shape {}

  /** Keys that people choose, each with a value of the same shape. */
  record Table(Scalar key, Shape value, boolean notEmpty) implements Shape {}

  /** A record: a block of fields. */
  record Fields(Class<?> type, Shapes shapes) implements Shape {
    /** The components, in their order. */
    public List<Component> components() {
      return shapes.components(type);
    }

    /** The canonical constructor. */
    Constructor<?> constructor() {
      return shapes.constructor(type);
    }

    /** The names of all fields that may stand in the block, with what each one is. */
    public Map<String, Component> names() {
      return shapes.names(type);
    }

    /** Other forms in which the same record may be written. */
    public List<Form> shorthands() {
      return shapes.shorthands(type);
    }

    /**
     * Whether the block of fields is what a shorthand takes, so that the components are no fields.
     */
    public boolean replaced() {
      return shorthands().stream().anyMatch(s -> s.argument() instanceof Table);
    }
  }

  /** A sealed interface: one of several records, by name. */
  record OneOf(Class<?> type, Optional<String> discriminator, SequencedMap<String, Fields> variants)
      implements Shape {}

  /** A factory that takes one value in place of a block of fields. */
  record Form(Method factory, Shape argument) {}

  /** One component of a record. */
  record Component(
      String name,
      Shape shape,
      Optional<Node> byDefault,
      Optional<String> doc,
      List<String> synonyms,
      boolean inline) {

    /** Whether a document must give the field. */
    public boolean required() {
      return byDefault.isEmpty()
          && switch (shape) {
            case Maybe maybe -> false;
            case Items items -> items.notEmpty();
            case Table table -> table.notEmpty();
            default -> true;
          };
    }
  }

  /**
   * The names of all fields that may stand in a block of these components, with what each one is.
   */
  static Map<String, Component> names(List<Component> components) {
    var names = new LinkedHashMap<String, Component>();
    for (Component component : components) {
      if (!component.inline()) {
        names.put(component.name(), component);
        continue;
      }
      Shape shape = component.shape() instanceof Maybe maybe ? maybe.element() : component.shape();
      switch (shape) {
        case Fields fields ->
            names(fields.components()).keySet().forEach(n -> names.put(n, component));
        case OneOf oneOf when oneOf.discriminator().isEmpty() ->
            oneOf.variants().keySet().forEach(n -> names.put(n, component));
        default ->
            throw new IllegalArgumentException(
                "only a record or a sealed interface without discriminator can be inline: "
                    + component.name());
      }
    }
    return names;
  }
}
