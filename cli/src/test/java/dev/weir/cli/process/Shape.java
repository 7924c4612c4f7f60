package dev.weir.cli.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Whether a value is as its schema in the API's description says. A word of JSON Schema that is not
 * known here is an error, so that nothing counts as checked that is not.
 */
final class Shape {
  private static final String REFERENCE = "#/components/schemas/";

  private static final Set<String> SAID =
      Set.of("description", "format", "title", "example", "examples", "deprecated", "default");

  private final JsonNode schemas;

  /**
   * @param description the API's
   */
  Shape(JsonNode description) {
    schemas = description.at("/components/schemas");
  }

  /** What is wrong with the value; empty when nothing is. */
  List<String> problems(JsonNode schema, JsonNode value) {
    List<String> problems = new ArrayList<>();
    check(schema, value, "", problems);
    return problems;
  }

  private void check(JsonNode schema, JsonNode value, String path, List<String> problems) {
    for (var keyword : schema.properties()) {
      JsonNode says = keyword.getValue();
      boolean right =
          switch (keyword.getKey()) {
            case "$ref" -> {
              check(referred(says.asText()), value, path, problems);
              yield true;
            }
            case "type" -> type(says, value);
            case "enum" -> among(says, value);
            case "pattern" -> Pattern.compile(says.asText()).matcher(value.asText()).find();
            case "minimum" -> value.asDouble() >= says.asDouble();
            case "maximum" -> value.asDouble() <= says.asDouble();
            case "required" -> hasAll(says, value);
            case "properties" -> {
              for (var property : says.properties()) {
                if (value.has(property.getKey())) {
                  String below = path + "/" + property.getKey();
                  check(property.getValue(), value.get(property.getKey()), below, problems);
                }
              }
              yield true;
            }
            case "additionalProperties" -> {
              others(schema, says, value, path, problems);
              yield true;
            }
            case "items" -> {
              for (int i = 0; i < value.size(); i++) {
                check(says, value.get(i), path + "/" + i, problems);
              }
              yield true;
            }
            default -> {
              if (!SAID.contains(keyword.getKey())) {
                throw new IllegalArgumentException(path + ": unknown word " + keyword.getKey());
              }
              yield true;
            }
          };
      if (!right) {
        problems.add("%s: %s is not as %s: %s says".formatted(path, value, keyword.getKey(), says));
      }
    }
  }

  private JsonNode referred(String reference) {
    JsonNode schema = schemas.path(reference.substring(REFERENCE.length()));
    if (schema.isMissingNode()) {
      throw new IllegalArgumentException("there is no " + reference);
    }
    return schema;
  }

  private void others(
      JsonNode schema, JsonNode says, JsonNode value, String path, List<String> problems) {
    Set<String> known = new TreeSet<>();
    schema.path("properties").fieldNames().forEachRemaining(known::add);
    for (var property : value.properties()) {
      if (known.contains(property.getKey())) {
        continue;
      }
      if (says.isObject()) {
        check(says, property.getValue(), path + "/" + property.getKey(), problems);
      } else if (!says.asBoolean()) {
        problems.add(path + ": the field " + property.getKey() + " is not described");
      }
    }
  }

  private static boolean type(JsonNode says, JsonNode value) {
    if (says.isArray()) {
      for (JsonNode one : says) {
        if (type(one, value)) {
          return true;
        }
      }
      return false;
    }
    return switch (says.asText()) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "boolean" -> value.isBoolean();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "null" -> value.isNull();
      default -> throw new IllegalArgumentException("unknown type " + says);
    };
  }

  private static boolean among(JsonNode says, JsonNode value) {
    for (JsonNode one : says) {
      if (one.equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasAll(JsonNode says, JsonNode value) {
    for (JsonNode name : says) {
      if (!value.has(name.asText())) {
        return false;
      }
    }
    return true;
  }
}
