package dev.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.files.yaml.SourceText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LocalPathsTest {
  private static String absolute(String text) {
    return LocalPaths.absolute(new SourceText("job.yaml", text), Path.of("/jobs/mine")).text();
  }

  @Test
  void resolvesWorkingDirectoriesAndSecretsAgainstTheFilesFolder() {
    assertThat(
            absolute("name: a\nworkingDirectory: ../training # where it is\nsecrets: {KEY: k}\n"))
        .isEqualTo(
            "name: a\nworkingDirectory: \"/jobs/training\" # where it is\n"
                + "secrets: {KEY: \"/jobs/mine/k\"}\n");
  }

  @Test
  void resolvesThoseOfRolesAndVariants() {
    assertThat(
            absolute(
                """
                roles:
                - name: worker
                  workingDirectory: w
                  variants:
                  - name: big
                    workingDirectory: .
                """))
        .contains("workingDirectory: \"/jobs/mine/w\"", "workingDirectory: \"/jobs/mine\"");
  }

  @Test
  void leavesAbsoluteOnesAndOtherFieldsAlone() {
    String text =
        "workingDirectory: /srv/a\nenvironment: {workingDirectory: b}\ncheckpoint: {directory: c}\n";
    assertThat(absolute(text)).isEqualTo(text);
    assertThat(absolute("workingDirectory:\n")).isEqualTo("workingDirectory:\n");
  }
}
