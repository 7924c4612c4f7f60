package dev.weir.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.files.schema.JsonSchema;
import dev.weir.files.schema.ReferencePage;
import dev.weir.model.problem.InvalidInput;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.run.Forecasts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Experiment files that are wrong are refused in the words beside them, and pages say what the
 * records say. With {@code -Dweir.publish=true} the words and pages are written anew; read the
 * difference before it is committed.
 */
class ExperimentFilesTest {
  private static final Path MALFORMED = Path.of("src/test/resources/malformed/experiment");

  @Test
  void everyMalformedFileIsRefusedInTheWordsBesideIt() throws IOException {
    List<String> said = new ArrayList<>();
    try (Stream<Path> files = Files.list(MALFORMED)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        InvalidInput refused =
            catchThrowableOfType(InvalidInput.class, () -> ExperimentReader.read(file));
        assertThat(refused).as("%s is refused", file).isNotNull();
        String folder = MALFORMED.getParent().toString() + "/";
        String absolute = MALFORMED.getParent().toAbsolutePath() + "/";
        refused
            .getMessage()
            .lines()
            .map(line -> line.replace(absolute, "").replace(folder, ""))
            .forEach(said::add);
      }
    }
    holds(MALFORMED.resolve("expected.txt"), String.join("\n", said) + "\n");
    assertThat(said).hasSizeGreaterThanOrEqualTo(30);
  }

  @Test
  void pagesSayWhatTheRecordsSay() throws IOException {
    Path docs = root().resolve("docs");
    holds(docs.resolve("reference/experiment.md"), ReferencePage.of(ExperimentFile.reader()));
    holds(
        docs.resolve("schema/experiment.schema.json"),
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(JsonSchema.of(ExperimentFile.reader()))
            + "\n");
    StringBuilder metrics =
        new StringBuilder("# Figures\n\n| key | unit | meaning |\n|---|---|---|\n");
    for (Metric m : Metric.values()) {
      String unit = m.unit().equals("1") ? "count" : m.unit();
      metrics.append("| `%s` | %s | %s |\n".formatted(m.key(), unit, m.meaning()));
    }
    holds(docs.resolve("reference/figures.md"), metrics.toString());
  }

  @Test
  void examplesAreRead() {
    Experiment small = ExperimentReader.read(root().resolve("examples/small.yaml"));
    assertThat(small.devices()).isEqualTo(128);
    assertThat(small.jobs()).hasSize(700);
    assertThat(small.forecasts()).isEqualTo(new Forecasts.Oracle(0.5));
    Experiment openb = ExperimentReader.read(root().resolve("examples/openb.yaml"));
    assertThat(openb.devices()).isEqualTo(6212);
    assertThat(openb.policies())
        .extracting(p -> p.name())
        .containsExactly("fifo", "fair", "bestfit", "fgd", "weir");
    Experiment busy = ExperimentReader.read(root().resolve("examples/openb-busy.yaml"));
    assertThat(busy.cluster().nodes()).hasSize(60);
    assertThat(busy.changes()).hasSize(2);
    assertThat(busy.jobs()).allMatch(j -> j.durationSeconds().orElse(0) <= 86_400);
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
    while (!Files.exists(folder.resolve("examples/openb.yaml"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
