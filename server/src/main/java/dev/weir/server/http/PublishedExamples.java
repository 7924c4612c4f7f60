package dev.weir.server.http;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.api.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/**
 * Requests and the answers that a server gave to them, by operation: {@code {"getJob": {"request":
 * ..., "200": ...}}}, and a problem under {@code problem}. A test of the command line records them.
 */
final class PublishedExamples {
  private static final String FILE = "examples.json";
  private static final String REQUEST = "request";
  private static final String PROBLEM = "problem";

  private final Map<String, JsonNode> examples;

  private PublishedExamples(Map<String, JsonNode> examples) {
    this.examples = examples;
  }

  /** Those that lie beside the class. */
  static PublishedExamples of(Class<?> place) {
    try (InputStream in = place.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + FILE + " beside " + place);
      }
      return new PublishedExamples(Wire.strict().readValue(in, new TypeReference<>() {}));
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " cannot be read", e);
    }
  }

  /** Puts each to its operation. */
  void addTo(OpenAPI api) {
    for (var path : api.getPaths().getPathItems().values()) {
      path.getOperations().values().forEach(this::add);
    }
  }

  /** Of the problems that refuse a request. */
  List<Object> problems() {
    return Optional.ofNullable(examples.get(PROBLEM)).map(PublishedExamples::plain).stream()
        .toList();
  }

  private void add(Operation operation) {
    JsonNode own = examples.get(operation.getOperationId());
    if (own == null) {
      return;
    }
    if (operation.getRequestBody() != null) {
      add(operation.getRequestBody().getContent(), own.path(REQUEST));
    }
    for (var answer : operation.getResponses().getAPIResponses().entrySet()) {
      APIResponse response = answer.getValue();
      if (response.getContent() != null) {
        add(response.getContent(), own.path(answer.getKey()));
      }
    }
  }

  private static void add(Content content, JsonNode example) {
    if (!example.isMissingNode()) {
      content.getMediaTypes().values().forEach(type -> type.setExample(plain(example)));
    }
  }

  /** Maps, lists and scalars, in their order. */
  private static Object plain(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        node.properties().forEach(f -> fields.put(f.getKey(), plain(f.getValue())));
        yield fields;
      }
      case ARRAY -> {
        List<Object> items = new ArrayList<>();
        node.forEach(item -> items.add(plain(item)));
        yield items;
      }
      case STRING -> node.asText();
      case BOOLEAN -> node.asBoolean();
      case NUMBER -> node.numberValue();
      default -> throw new IllegalArgumentException("no example: " + node);
    };
  }
}
