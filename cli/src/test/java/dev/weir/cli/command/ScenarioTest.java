package dev.weir.cli.command;

import static dev.weir.cli.CommandLineRun.weir;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioTest {
  private static final String STORY =
      """
      name: one job
      cluster: {name: c, nodes: [{name: n, cpu: 1, memory: 1Gi}]}
      timeline:
      - submit: {name: A, cpu: 1}
      expect:
      - {at: 0s, running: A}
      """;

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aFolderIsPlayedAndToldToProgramsAsWell() throws IOException {
    write("a.yaml", STORY);
    write(
        "b.yaml",
        "name: later\nneeds: [{capability: prices, reason: none yet, later: cost and carbon}]\n");
    Path json = folder.resolve("out.json");

    CommandLineRun run = weir("scenario", "run", folder.toString(), "--json", json.toString());

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("1 passed, 0 failed, 1 skipped", "needs prices: none yet");
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.get("passed").asInt()).isEqualTo(1);
    assertThat(report.get("skipped").asInt()).isEqualTo(1);
    assertThat(report.get("cases").get(0).get("outcome").asText()).isEqualTo("passed");
    assertThat(report.get("cases").get(0).get("name").asText()).isEqualTo("one job");
  }

  @Test
  void whatDoesNotHoldIsToldWithItsPlace() throws IOException {
    Path file = write("a.yaml", STORY.replace("running: A", "notRunning: A"));

    CommandLineRun run = weir("scenario", "run", file.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("a.yaml:6: at 0s: expected A to hold nothing, but A is running");
  }

  @Test
  void aWrongFileIsBadInputAndWritesNothing() throws IOException {
    Path file = write("a.yaml", STORY.replace("running: A", "runing: A"));
    Path json = folder.resolve("out.json");

    CommandLineRun run = weir("scenario", "run", file.toString(), "--json", json.toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("a.yaml:6:12", "did you mean \"running\"?");
    assertThat(json).doesNotExist();
  }

  @Test
  void theSchemaIsPrinted() {
    assertThat(weir("scenario", "schema").out()).contains("\"title\" : \"Scenario\"");
  }
}
