package dev.weir.server.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.weir.api.Wire;
import dev.weir.api.wire.Problem.FieldError;
import dev.weir.model.problem.Nearest;
import dev.weir.server.problem.Refusal;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Bodies of requests, read strictly. */
final class Bodies {
  private Bodies() {}

  /** A body as text. */
  static String text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw Refusal.of(400, "invalid", "Invalid request", "the body is not UTF-8");
    }
  }

  /** A wire record; an absent body is an empty one. */
  static <T extends Record> T read(byte[] body, Class<T> type) {
    String text = text(body);
    try {
      T value = Wire.strict().readValue(text.isBlank() ? "{}" : text, type);
      complete(value, type);
      if (!text.isBlank()) {
        nowhereNull(Wire.strict().readTree(text), "");
      }
      return value;
    } catch (UnrecognizedPropertyException e) {
      List<String> known = e.getKnownPropertyIds().stream().map(Object::toString).toList();
      throw refusal(
          e,
          path(e.getPath()),
          "unknown field",
          Optional.of("one of " + String.join(", ", known)),
          Nearest.to(e.getPropertyName(), known));
    } catch (JsonParseException e) {
      throw refusal(e, "", "no JSON", Optional.of("a JSON object"), Optional.empty());
    } catch (JsonMappingException e) {
      throw refusal(
          e,
          path(e.getPath()),
          "has not the form expected",
          Optional.of(form(type)),
          Optional.empty());
    } catch (JsonProcessingException e) {
      throw refusal(e, "", "cannot be read", Optional.empty(), Optional.empty());
    }
  }

  /** Jackson leaves a component null when the body has no such field or says null. */
  private static <T extends Record> void complete(T value, Class<T> type) {
    if (value == null) {
      throw missing("", form(type));
    }
    components(value, "");
  }

  private static void components(Record value, String path) {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      String field = path + component.getName();
      try {
        Object held = component.getAccessor().invoke(value);
        if (held == null) {
          throw missing(field, component.getType().getSimpleName());
        }
        within(held, field);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Jackson reads null like a field that is not there; people may have meant either. */
  private static void nowhereNull(JsonNode node, String path) {
    if (node.isNull()) {
      throw missing(path, "a value, or no such field");
    }
    node.properties()
        .forEach(
            f -> nowhereNull(f.getValue(), path.isEmpty() ? f.getKey() : path + "." + f.getKey()));
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        nowhereNull(node.get(i), path + "[" + i + "]");
      }
    }
  }

  private static void within(Object held, String field) {
    switch (held) {
      case Record inner -> components(inner, field + ".");
      case Optional<?> some -> some.ifPresent(v -> within(v, field));
      case List<?> items -> {
        for (int i = 0; i < items.size(); i++) {
          present(items.get(i), field + "[" + i + "]");
        }
      }
      case Map<?, ?> entries -> entries.forEach((key, v) -> present(v, field + "." + key));
      default -> {}
    }
  }

  private static void present(@Nullable Object item, String field) {
    if (item == null) {
      throw missing(field, "a value");
    }
    within(item, field);
  }

  private static Refusal missing(String field, String expected) {
    return Refusal.field(
        422,
        new FieldError(
            "body",
            OptionalInt.empty(),
            OptionalInt.empty(),
            field,
            "is missing",
            Optional.of(expected),
            Optional.empty(),
            Optional.empty()));
  }

  private static String form(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(RecordComponent::getName)
        .collect(Collectors.joining(", ", "fields ", ""));
  }

  private static Refusal refusal(
      JsonProcessingException e,
      String field,
      String message,
      Optional<String> expected,
      Optional<String> nearest) {
    JsonLocation at = e.getLocation();
    return Refusal.field(
        422,
        new FieldError(
            "body",
            at == null ? OptionalInt.empty() : OptionalInt.of(at.getLineNr()),
            at == null ? OptionalInt.empty() : OptionalInt.of(at.getColumnNr()),
            field,
            message,
            expected,
            Optional.empty(),
            nearest));
  }

  private static String path(List<JsonMappingException.Reference> path) {
    StringBuilder text = new StringBuilder();
    for (JsonMappingException.Reference part : path) {
      if (part.getFieldName() == null) {
        text.append('[').append(part.getIndex()).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(part.getFieldName());
      }
    }
    return text.toString();
  }
}
