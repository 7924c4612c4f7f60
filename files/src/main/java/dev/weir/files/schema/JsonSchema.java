package dev.weir.files.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.ScalarFormat;
import dev.weir.files.bind.Shape;
import dev.weir.model.doc.Doc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The JSON Schema (2020-12) of a document, for completion and first checks in an editor. What the
 * reader accepts, the schema accepts; what only the reader can see (units that contradict, names
 * that do not exist) it does not refuse.
 */
public final class JsonSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final RecordNames names;

  private JsonSchema(RecordNames names) {
    this.names = names;
  }

  /** The schema of the documents that the reader reads. */
  public static ObjectNode of(DocumentReader<?> reader) {
    if (!(reader.shape() instanceof Shape.Fields document)) {
      throw new IllegalArgumentException("a document is a record: " + reader.type());
    }
    var names = new RecordNames(document);
    return new JsonSchema(names).document(document);
  }

  private ObjectNode document(Shape.Fields document) {
    ObjectNode schema = JSON.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    Optional<Kind> kind = Optional.ofNullable(document.type().getAnnotation(Kind.class));
    schema.put("title", kind.map(Kind::value).orElse(names.of(document.type())));
    schema.setAll(block(document));
    kind.ifPresent(k -> header((ObjectNode) schema.get("properties"), k));
    ObjectNode definitions = JSON.objectNode();
    names
        .records()
        .forEach(
            (type, fields) -> {
              if (type != document.type() || recursive(document)) {
                definitions.set(names.of(type), record(fields));
              }
            });
    schema.set("$defs", definitions);
    return schema;
  }

  private boolean recursive(Shape.Fields document) {
    return names.records().values().stream()
        .flatMap(fields -> fields.components().stream())
        .anyMatch(component -> component.shape().equals(document));
  }

  /** A record that has a kind of its own takes the kind of document among its values. */
  private static void header(ObjectNode properties, Kind kind) {
    ObjectNode own = (ObjectNode) properties.get("kind");
    if (own == null) {
      ObjectNode constant = JSON.objectNode().put("const", kind.value());
      properties.set("kind", constant.put("description", "The kind of this document."));
    } else {
      ((ArrayNode) own.get("enum")).add(kind.value());
    }
    ArrayNode versions = JSON.arrayNode();
    for (int version : kind.versions()) {
      versions.add(version);
    }
    if (!properties.has("version")) {
      ObjectNode version = JSON.objectNode().put("description", "The version of this kind.");
      version.set("enum", versions);
      properties.set("version", version);
    }
  }

  private ObjectNode record(Shape.Fields fields) {
    if (fields.shorthands().isEmpty()) {
      return block(fields);
    }
    ArrayNode forms = JSON.arrayNode();
    fields.shorthands().forEach(form -> forms.add(schema(form.argument())));
    if (!fields.replaced()) {
      forms.add(block(fields));
    }
    ObjectNode schema = JSON.objectNode();
    doc(fields.type()).ifPresent(text -> schema.put("description", text));
    schema.set("anyOf", forms);
    return schema;
  }

  private ObjectNode block(Shape.Fields fields) {
    ObjectNode schema = JSON.objectNode().put("type", "object");
    doc(fields.type()).ifPresent(text -> schema.put("description", text));
    var block = new Block();
    addComponents(fields.components(), block, true);
    schema.set("properties", block.properties);
    if (!block.required.isEmpty()) {
      schema.set("required", block.required);
    }
    if (!block.dependent.isEmpty()) {
      schema.set("dependentRequired", block.dependent);
    }
    if (!block.alternatives.isEmpty()) {
      schema.set("allOf", block.alternatives);
    }
    return schema.put("additionalProperties", false);
  }

  /** What a block of fields gathers from its own and its inline components. */
  private static final class Block {
    private final ObjectNode properties = JSON.objectNode();
    private final ArrayNode required = JSON.arrayNode();
    private final ObjectNode dependent = JSON.objectNode();
    private final ArrayNode alternatives = JSON.arrayNode();
  }

  private void addComponents(List<Shape.Component> components, Block block, boolean present) {
    for (Shape.Component component : components) {
      if (component.inline()) {
        addInline(component, block, present);
        continue;
      }
      ObjectNode schema = schema(component.shape());
      component.doc().ifPresent(text -> schema.put("description", text));
      component.byDefault().ifPresent(node -> schema.set("default", Literals.json(node)));
      block.properties.set(component.name(), schema);
      if (component.required() && present) {
        block.required.add(component.name());
      }
    }
  }

  private void addInline(Shape.Component component, Block block, boolean present) {
    boolean optional = !component.required();
    switch (RecordNames.inlined(component)) {
      case Shape.Fields inner -> {
        addComponents(inner.components(), block, present && !optional);
        if (optional) {
          needEachOther(inner, block);
        }
      }
      case Shape.OneOf oneOf -> addVariants(oneOf, optional, block);
      default -> throw new IllegalArgumentException("cannot be inline: " + component.name());
    }
  }

  /**
   * An optional inline record is there as a whole: one of its fields calls for the required ones.
   */
  private static void needEachOther(Shape.Fields inner, Block block) {
    List<String> needed =
        inner.components().stream()
            .filter(component -> component.required() && !component.inline())
            .map(Shape.Component::name)
            .toList();
    if (!needed.isEmpty()) {
      for (String name : Shape.names(inner.components()).keySet()) {
        ArrayNode others = JSON.arrayNode();
        needed.stream().filter(other -> !other.equals(name)).forEach(others::add);
        block.dependent.set(name, others);
      }
    }
  }

  private void addVariants(Shape.OneOf oneOf, boolean optional, Block block) {
    ArrayNode choices = JSON.arrayNode();
    ArrayNode any = JSON.arrayNode();
    oneOf
        .variants()
        .forEach(
            (name, variant) -> {
              block.properties.set(name, variantValue(variant));
              ArrayNode required = JSON.arrayNode().add(name);
              choices.add(JSON.objectNode().set("required", required));
              any.add(JSON.objectNode().set("required", required));
            });
    if (optional) {
      ObjectNode none = JSON.objectNode();
      none.set("not", JSON.objectNode().set("anyOf", any));
      choices.add(none);
    }
    block.alternatives.add(JSON.objectNode().set("oneOf", choices));
  }

  private ObjectNode schema(Shape shape) {
    return switch (shape) {
      case Shape.Text text -> text(text.form());
      case Shape.Whole whole -> whole(whole);
      case Shape.Decimal decimal -> bounds(type("number"), decimal.min(), decimal.max());
      case Shape.Truth truth -> type("boolean");
      case Shape.Choice choice ->
          JSON.objectNode().set("enum", strings(choice.constants().keySet()));
      case Shape.Unit unit -> unit(unit.format());
      case Shape.Maybe maybe -> schema(maybe.element());
      case Shape.Items items -> items(items);
      case Shape.Table table -> table(table);
      case Shape.Fields fields ->
          JSON.objectNode().put("$ref", "#/$defs/" + names.of(fields.type()));
      case Shape.OneOf oneOf -> oneOf(oneOf);
    };
  }

  /** Numbers and truth values are taken as they are written where a text is asked for. */
  private static ObjectNode text(Optional<Matches> form) {
    ObjectNode schema = JSON.objectNode();
    schema.set("type", strings(List.of("string", "number", "boolean")));
    form.ifPresent(matches -> schema.put("pattern", "^(?:" + matches.value() + ")$"));
    return schema;
  }

  private static ObjectNode whole(Shape.Whole whole) {
    boolean isInt = whole.type() == int.class;
    long min = isInt && whole.min() == Integer.MIN_VALUE ? Long.MIN_VALUE : whole.min();
    long max = isInt && whole.max() == Integer.MAX_VALUE ? Long.MAX_VALUE : whole.max();
    return bounds(type("integer"), min, max);
  }

  private static ObjectNode bounds(ObjectNode schema, long min, long max) {
    if (min != Long.MIN_VALUE) {
      schema.put("minimum", min);
    }
    if (max != Long.MAX_VALUE) {
      schema.put("maximum", max);
    }
    return schema;
  }

  private static ObjectNode unit(ScalarFormat<?> format) {
    ObjectNode schema = JSON.objectNode();
    if (format.number()) {
      schema.set("type", strings(List.of("string", "number")));
    } else {
      schema.put("type", "string");
    }
    if (!format.pattern().isEmpty()) {
      schema.put("pattern", format.pattern());
    }
    if (!format.examples().isEmpty()) {
      schema.set("examples", strings(format.examples()));
    }
    return schema;
  }

  private ObjectNode items(Shape.Items items) {
    ObjectNode list = type("array");
    list.set("items", schema(items.element()));
    if (items.unique()) {
      list.put("uniqueItems", true);
    }
    if (items.notEmpty()) {
      list.put("minItems", 1);
    }
    if (!items.orOne()) {
      return list;
    }
    ArrayNode forms = JSON.arrayNode().add(schema(items.element())).add(list);
    return JSON.objectNode().set("anyOf", forms);
  }

  private ObjectNode table(Shape.Table table) {
    ObjectNode schema = type("object");
    if (table.key() instanceof Shape.Choice choice) {
      ObjectNode keys = JSON.objectNode();
      keys.set("enum", strings(choice.constants().keySet()));
      schema.set("propertyNames", keys);
    }
    schema.set("additionalProperties", schema(table.value()));
    return table.notEmpty() ? schema.put("minProperties", 1) : schema;
  }

  private ObjectNode oneOf(Shape.OneOf oneOf) {
    ArrayNode forms = JSON.arrayNode();
    if (oneOf.discriminator().isPresent()) {
      oneOf
          .variants()
          .forEach(
              (name, variant) ->
                  forms.add(discriminated(oneOf.discriminator().get(), name, variant)));
      return JSON.objectNode().set("anyOf", forms);
    }
    List<String> bare = new ArrayList<>();
    oneOf
        .variants()
        .forEach(
            (name, variant) -> {
              if (variant.components().stream().noneMatch(Shape.Component::required)) {
                bare.add(name);
              }
              ObjectNode form = type("object");
              form.set("properties", JSON.objectNode().set(name, variantValue(variant)));
              form.set("required", JSON.arrayNode().add(name));
              forms.add(form.put("additionalProperties", false));
            });
    if (!bare.isEmpty()) {
      forms.insert(0, JSON.objectNode().set("enum", strings(bare)));
    }
    return JSON.objectNode().set("anyOf", forms);
  }

  /** A variant that needs no fields may stand without a value. */
  private JsonNode variantValue(Shape.Fields variant) {
    ObjectNode value = schema(variant);
    if (variant.components().stream().anyMatch(Shape.Component::required)) {
      return value;
    }
    return JSON.objectNode().set("anyOf", JSON.arrayNode().add(type("null")).add(value));
  }

  private ObjectNode discriminated(String discriminator, String name, Shape.Fields variant) {
    ObjectNode form = block(variant);
    ObjectNode constant = JSON.objectNode().put("const", name);
    ((ObjectNode) form.get("properties")).set(discriminator, constant);
    ArrayNode required = JSON.arrayNode().add(discriminator);
    if (form.get("required") instanceof ArrayNode more) {
      required.addAll(more);
    }
    form.set("required", required);
    return form;
  }

  private static Optional<String> doc(Class<?> type) {
    return Optional.ofNullable(type.getAnnotation(Doc.class)).map(Doc::value);
  }

  private static ObjectNode type(String name) {
    return JSON.objectNode().put("type", name);
  }

  private static ArrayNode strings(Iterable<String> values) {
    ArrayNode array = JSON.arrayNode();
    values.forEach(array::add);
    return array;
  }
}
