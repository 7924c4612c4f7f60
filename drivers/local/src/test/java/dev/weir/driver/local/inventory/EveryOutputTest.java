package dev.weir.driver.local.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each output is read as the table of docs/inventory.md says: no device more, none less. */
class EveryOutputTest {
  private static final Path PAGE = page();

  private static Path page() {
    return Path.of("").toAbsolutePath().resolve("../../docs/inventory.md").normalize();
  }

  private static Map<String, String> table() throws IOException {
    Map<String, String> rows = new LinkedHashMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.matches("\\| `(amd|npu|nvidia|topology)/.*")) {
        rows.put(line.split("`")[1], line);
      }
    }
    return rows;
  }

  @TestFactory
  Stream<DynamicTest> isReadAsTheTableSays() throws IOException {
    Map<String, Corpus.Sample> atHand = new LinkedHashMap<>();
    Corpus.samples().forEach(sample -> atHand.put(sample.name(), sample));
    return table().entrySet().stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.getKey(),
                    () -> {
                      Assumptions.assumeTrue(
                          atHand.containsKey(row.getKey()),
                          "this file may not be redistributed; -Dweir.inputs=FOLDER says where it"
                              + " lies");
                      assertThat(atHand.get(row.getKey()).row()).isEqualTo(row.getValue());
                    }));
  }

  @Test
  void theTableKnowsEveryOutput() throws IOException {
    assertThat(table().keySet())
        .containsAll(Corpus.samples().stream().map(Corpus.Sample::name).toList());
  }
}
