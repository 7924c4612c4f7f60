package dev.weir.server.document;

import dev.weir.files.bind.Durations;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A block of a document under construction; what says nothing is left out. */
final class Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  Fields put(String name, Object value) {
    fields.put(name, value);
    return this;
  }

  Fields put(String name, Optional<?> value) {
    value.ifPresent(v -> fields.put(name, v));
    return this;
  }

  /** Unless it is what holds anyway. */
  Fields unless(Object usual, String name, Object value) {
    return value.equals(usual) ? this : put(name, value);
  }

  Fields text(String name, String value) {
    return unless("", name, value);
  }

  Fields word(String name, Enum<?> value) {
    return put(name, word(value));
  }

  Fields span(String name, Duration value) {
    return put(name, Durations.format(value));
  }

  Fields list(String name, Collection<?> values) {
    return values.isEmpty() ? this : put(name, List.copyOf(values));
  }

  <T> Fields list(String name, Collection<T> values, Function<T, Object> each) {
    return list(name, values.stream().map(each).toList());
  }

  Fields table(String name, Map<String, ?> values) {
    return values.isEmpty() ? this : put(name, new LinkedHashMap<>(values));
  }

  Fields block(String name, Fields block) {
    return block.fields.isEmpty() ? this : put(name, block.fields);
  }

  Fields all(Fields more) {
    fields.putAll(more.fields);
    return this;
  }

  Map<String, Object> map() {
    return fields;
  }

  /** The constant as documents write it: {@code save-then-stop}. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
