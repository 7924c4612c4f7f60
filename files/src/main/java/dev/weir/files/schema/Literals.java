package dev.weir.files.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.files.yaml.Node;
import java.math.BigDecimal;
import java.util.stream.Collectors;

/** Default values, as JSON and as people write them. */
final class Literals {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Literals() {}

  static JsonNode json(Node node) {
    return switch (node) {
      case Node.Scalar scalar when scalar.isNumber() ->
          JSON.numberNode(new BigDecimal(scalar.text()));
      case Node.Scalar scalar when scalar.isTruth() ->
          JSON.booleanNode(Boolean.parseBoolean(scalar.text()));
      case Node.Scalar scalar -> JSON.textNode(scalar.text());
      case Node.Items items -> {
        ArrayNode array = JSON.arrayNode();
        items.items().forEach(item -> array.add(json(item)));
        yield array;
      }
      case Node.Fields fields -> {
        ObjectNode object = JSON.objectNode();
        fields.entries().forEach(entry -> object.set(entry.key().text(), json(entry.value())));
        yield object;
      }
    };
  }

  static String yaml(Node node) {
    return switch (node) {
      case Node.Scalar scalar -> scalar.text().isEmpty() ? "\"\"" : scalar.text();
      case Node.Items items ->
          items.items().stream().map(Literals::yaml).collect(Collectors.joining(", ", "[", "]"));
      case Node.Fields fields ->
          fields.entries().stream()
              .map(entry -> entry.key().text() + ": " + yaml(entry.value()))
              .collect(Collectors.joining(", ", "{", "}"));
    };
  }
}
