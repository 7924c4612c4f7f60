package dev.weir.simulator.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Records as trees of names and values, so that no constant is forgotten in a report. */
final class ConstantsTree {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ConstantsTree() {}

  /** The tree of a value; a variant of a sealed interface stands under its name. */
  static JsonNode of(Object value) {
    return switch (value) {
      case Optional<?> maybe -> maybe.map(ConstantsTree::of).orElse(JSON.textNode("–"));
      case Duration duration -> JSON.textNode(words(duration));
      case Map<?, ?> map -> {
        ObjectNode table = JSON.objectNode();
        map.forEach((key, v) -> table.set(String.valueOf(key), of(v)));
        yield table;
      }
      case Iterable<?> items -> {
        ArrayNode list = JSON.arrayNode();
        items.forEach(item -> list.add(of(item)));
        yield list;
      }
      case Record constants -> record(constants);
      case Double number -> JSON.textNode(number(number));
      case Enum<?> constant -> JSON.textNode(kebab(constant.name()));
      default -> JSON.textNode(String.valueOf(value));
    };
  }

  private static JsonNode record(Record value) {
    ObjectNode fields = JSON.objectNode();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      fields.set(component.getName(), of(read(value, component.getAccessor())));
    }
    boolean variant = Arrays.stream(value.getClass().getInterfaces()).anyMatch(Class::isSealed);
    if (!variant) {
      return fields;
    }
    String name = kebab(value.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-"));
    return fields.isEmpty() ? JSON.textNode(name) : JSON.objectNode().set(name, fields);
  }

  private static Object read(Record value, Method accessor) {
    try {
      accessor.setAccessible(true);
      return accessor.invoke(value);
    } catch (IllegalAccessException | InvocationTargetException impossible) {
      throw new IllegalStateException("a record does not tell " + accessor, impossible);
    }
  }

  private static String kebab(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String number(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  private static String words(Duration duration) {
    return duration.isZero() ? "0" : duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
