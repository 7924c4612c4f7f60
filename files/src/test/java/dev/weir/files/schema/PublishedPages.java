package dev.weir.files.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.files.bind.DocumentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Holds the published schema and reference page of a document against its record. Run the tests
 * with {@code -Dweir.publish=true} to write them anew after a record has changed.
 */
public final class PublishedPages {
  private PublishedPages() {}

  /**
   * Compares (or writes) {@code docs/reference/NAME.md} and {@code docs/schema/NAME.schema.json}.
   */
  public static void check(String name, DocumentReader<?> reader) throws IOException {
    Path docs = root().resolve("docs");
    compare(docs.resolve("reference").resolve(name + ".md"), ReferencePage.of(reader));
    compare(docs.resolve("schema").resolve(name + ".schema.json"), json(reader));
  }

  private static String json(DocumentReader<?> reader) throws JsonProcessingException {
    var schema = JsonSchema.of(reader);
    return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
  }

  private static void compare(Path file, String content) throws IOException {
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
