package dev.weir.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.files.InvalidDocument;
import dev.weir.files.yaml.SourceText;
import dev.weir.simulator.scenario.run.ScenarioRunner;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One malformed scenario for each kind of mistake, and what the person is told. */
class ScenarioMistakesTest {

  static List<Arguments> mistakes() {
    return Blocks.of("mistakes.txt");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void mistakesAreExplained(String kind, String text, String told) {
    InvalidDocument refused =
        catchThrowableOfType(
            InvalidDocument.class,
            () -> ScenarioRunner.READER.documents(new SourceText("s.yaml", text)));
    assertThat(refused).as("refused").isNotNull();
    assertThat(refused.getMessage()).isEqualTo(told);
  }
}
