package dev.weir.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/**
 * What the framework says of our records and gets wrong: a component that may be absent is never
 * null, all others are always there, and a tree of JSON is any value.
 */
final class DescribedTypes {
  private static final String TREE = "JsonNode";
  private static final String TO_TREE = "#/components/schemas/" + TREE;

  private DescribedTypes() {}

  static void correct(Components components) {
    components.removeSchema(TREE + "Type");
    if (components.getSchemas().containsKey(TREE)) {
      components.addSchema(TREE, OASFactory.createSchema().description("Any JSON"));
    }
    for (Schema schema : components.getSchemas().values()) {
      Map<String, Schema> properties = schema.getProperties();
      if (properties != null) {
        new LinkedHashMap<>(properties)
            .forEach(
                (name, said) ->
                    present(said)
                        .ifPresentOrElse(
                            present -> schema.addProperty(name, present),
                            () -> schema.addRequired(name)));
      }
    }
  }

  /** A component that may be absent, as it is when it is there; empty for one that always is. */
  private static Optional<Schema> present(Schema said) {
    List<SchemaType> types = said.getType();
    if (types != null && types.contains(SchemaType.NULL)) {
      if (said.getItems() != null && TO_TREE.equals(said.getItems().getRef())) {
        return Optional.of(OASFactory.createSchema().ref(TO_TREE));
      }
      said.setType(types.stream().filter(t -> t != SchemaType.NULL).toList());
      return Optional.of(said);
    }
    return said.getAnyOf() == null
        ? Optional.empty()
        : said.getAnyOf().stream().filter(s -> s.getRef() != null).findFirst();
  }
}
