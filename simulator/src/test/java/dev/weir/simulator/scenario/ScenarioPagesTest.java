package dev.weir.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.Variant;
import dev.weir.files.schema.JsonSchema;
import dev.weir.files.schema.ReferencePage;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.doc.Doc;
import dev.weir.simulator.scenario.run.Case;
import dev.weir.simulator.scenario.run.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages about scenarios say what the records say, and their examples run. Run the tests with
 * {@code -Dweir.publish=true} to write the generated parts anew.
 */
class ScenarioPagesTest {
  private static final Path DOCS = root().resolve("docs");

  @Test
  void referenceAndSchemaAreThoseOfTheRecords() throws IOException {
    holds(DOCS.resolve("reference/scenario.md"), ReferencePage.of(ScenarioRunner.READER));
    holds(
        DOCS.resolve("schema/scenario.schema.json"),
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(JsonSchema.of(ScenarioRunner.READER))
            + "\n");
  }

  @Test
  void theTablesOfThePageAreThoseOfTheRecords() throws IOException {
    Path page = DOCS.resolve("scenarios.md");
    String text = Files.readString(page);
    String right = text;
    right = filled(right, "deeds", variants(Deed.class, "deed"));
    right = filled(right, "checks", variants(Check.class, "check"));
    right = filled(right, "verdicts", words(VerdictKind.values(), VerdictKind::word));
    right = filled(right, "capabilities", words(Need.Capability.values(), Need.Capability::word));
    holds(page, right);
  }

  @Test
  void theExamplesOfThePageRun() throws IOException {
    Matcher example =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCS.resolve("scenarios.md")));
    List<Case> cases = new ArrayList<>();
    while (example.find()) {
      Document<ScenarioFile> document =
          ScenarioRunner.READER.document(new SourceText("example.yaml", example.group(1)));
      cases.add(new ScenarioRunner().run(document));
    }
    assertThat(cases)
        .extracting(Case::outcome)
        .as(cases.toString())
        .containsExactly(Case.Outcome.PASSED, Case.Outcome.SKIPPED);
  }

  private static String filled(String page, String part, String content) {
    Pattern place =
        Pattern.compile("(<!-- " + part + ": generated -->\n).*?(<!-- end -->)", Pattern.DOTALL);
    Matcher found = place.matcher(page);
    assertThat(found.find()).as("the page has a place for " + part).isTrue();
    return found.replaceFirst("$1" + Matcher.quoteReplacement(content) + "$2");
  }

  private static String variants(Class<?> sealed, String head) {
    return "\n| "
        + head
        + " | meaning |\n|---|---|\n"
        + kinds(sealed)
            .map(
                k ->
                    "| `%s` | %s |\n"
                        .formatted(
                            k.getAnnotation(Variant.class).value(),
                            k.getAnnotation(Doc.class).value().replace("|", "\\|")))
            .collect(Collectors.joining())
        + "\n";
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(ScenarioPagesTest::kinds);
  }

  private static <E> String words(E[] values, Function<E, String> word) {
    return Arrays.stream(values)
        .map(word)
        .map(w -> "`" + w + "`")
        .collect(Collectors.joining(",\n", "\n", ".\n\n"));
  }

  private static void holds(Path file, String content) throws IOException {
    if (Boolean.getBoolean("weir.publish")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    }
    assertThat(file).as("run the tests with -Dweir.publish=true to write it").hasContent(content);
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("weir")) && folder.getParent() != null) {
      folder = folder.getParent();
    }
    return folder;
  }
}
