package dev.weir.simulator.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.files.bind.Document;
import dev.weir.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** All scenarios of the project: each holds, or says what it needs. */
class ScenariosTest {

  @TestFactory
  Stream<DynamicTest> scenarios() throws IOException {
    return documents().stream().map(d -> DynamicTest.dynamicTest(d.value().name(), () -> holds(d)));
  }

  private static void holds(Document<ScenarioFile> document) {
    Case done = new ScenarioRunner().run(document);
    Case.Outcome expected =
        document.value().needs().isEmpty() ? Case.Outcome.PASSED : Case.Outcome.SKIPPED;
    assertThat(done.outcome()).as(done.detail()).isEqualTo(expected);
  }

  @Test
  void namesTellScenariosApart() throws IOException {
    assertThat(documents().stream().map(d -> d.value().name())).doesNotHaveDuplicates();
  }

  private static List<Document<ScenarioFile>> documents() throws IOException {
    return ScenarioRunner.read(ScenarioRunner.files(root().resolve("scenarios")));
  }

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("weir")) && folder.getParent() != null) {
      folder = folder.getParent();
    }
    return folder;
  }
}
