package dev.weir.files.bind;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.files.schema.JsonSchema;
import dev.weir.files.schema.ReferencePage;
import org.junit.jupiter.api.Test;

/** The schema and the page of the document that has a field of every shape. */
class SchemaTest {
  private final JsonNode schema = JsonSchema.of(DocumentReader.of(Sample.class));

  @Test
  void documentIsAClosedBlockOfItsFields() throws Exception {
    assertThat(schema.get("title").asText()).isEqualTo("Sample");
    assertThat(schema.get("additionalProperties").asBoolean()).isFalse();
    assertThat(schema.get("required")).isEqualTo(json("[\"name\"]"));
    assertThat(schema.at("/properties/kind/const").asText()).isEqualTo("Sample");
    assertThat(schema.at("/properties/version/enum")).isEqualTo(json("[1, 2]"));
  }

  @Test
  void scalarsSayTheirTypeBoundsFormAndDefault() throws Exception {
    assertThat(schema.at("/properties/count").toString().replace('"', '\''))
        .isEqualTo(
            "{'type':'integer','minimum':1,'maximum':64,'description':'How many.','default':1}");
    assertThat(schema.at("/properties/name/pattern").asText()).isEqualTo("^(?:[a-z0-9-]+)$");
    assertThat(schema.at("/properties/manner/enum"))
        .isEqualTo(json("['save-then-stop','stop-then-save','periodic-only']"));
    String duration = schema.at("/properties/grace/pattern").asText();
    for (String good : new String[] {"30s", "2h30m", "1.5h", "500ms", "1d2h", "5m10ms"}) {
      assertThat(good).containsPattern(duration);
    }
    for (String bad : new String[] {"30", "", "5 m", "30m2h", "1w"}) {
      assertThat(bad).doesNotContainPattern(duration);
    }
  }

  @Test
  void variantsAndShorthandsAreAlternatives() throws Exception {
    assertThat(schema.at("/properties/order/anyOf/0/enum")).isEqualTo(json("['fifo','fair']"));
    assertThat(schema.at("/properties/shape/anyOf/1/properties/type/const").asText())
        .isEqualTo("long-box");
    assertThat(schema.at("/$defs/Devices/anyOf")).hasSize(3);
    assertThat(schema.at("/$defs/Rule/allOf/0/oneOf"))
        .isEqualTo(json("[{'required':['lose']},{'required':['drain-all']}]"));
    assertThat(schema.at("/$defs/Rule/dependentRequired"))
        .isEqualTo(json("{'low':['high'],'high':['low']}"));
    assertThat(schema.at("/$defs/Part/properties/parts/items/$ref").asText())
        .isEqualTo("#/$defs/Part");
  }

  @Test
  void pageHasARowForEachFieldAndASectionForEachRecord() {
    String page = ReferencePage.of(DocumentReader.of(Sample.class));
    assertThat(page)
        .startsWith("# Sample\n\nA document with a field of every shape.\n")
        .contains("| `count` | whole number, 1 to 64 | `1` | How many. |\n")
        .contains("| `name` | a name of a-z, 0-9 and - | **required** | Short name. |\n")
        .contains("## Part\n")
        .contains("| `lose` | [Lose](#lose) | one of these |")
        .contains(
            "Short forms: whole number, at least 0, or text, or names, each with whole number, at least 1.")
        .doesNotContain("## Span\n");
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }
}
