package dev.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.api.client.ServerFile;
import dev.weir.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server in a process of its own, from the first command to the last. */
@Tag("server")
class ServerProcessTest {
  private static final String PROGRAM = "weir.server";

  @TempDir Path data;

  @BeforeEach
  void find() {
    Path built =
        Path.of("").toAbsolutePath().resolveSibling("server/target/quarkus-app/quarkus-run.jar");
    String program = System.getProperty(PROGRAM, built.toString());
    Assumptions.assumeTrue(
        Files.exists(Path.of(program)), program + " is not built (mvn -pl server -am package)");
    System.setProperty(PROGRAM, program);
  }

  @AfterEach
  void end() throws IOException {
    Optional<ServerFile> left = new LocalServer(data).running();
    left.flatMap(file -> ProcessHandle.of(file.pid())).ifPresent(ProcessHandle::destroyForcibly);
  }

  private CommandLineRun weir(String command, String... words) {
    String[] all = new String[words.length + 3];
    all[0] = command;
    all[1] = "--data";
    all[2] = data.toString();
    System.arraycopy(words, 0, all, 3, words.length);
    return CommandLineRun.weir(all);
  }

  @Test
  void fromUpToDown() throws IOException {
    CommandLineRun up = weir("up", "--devices", "cpu:2", "--port", "0");
    assertThat(up.code()).as(up.err()).isZero();
    assertThat(up.out())
        .contains("weir runs: http://127.0.0.1:")
        .contains("devices    2 on 1 node");
    assertThat(weir("up").out()).contains("a server runs already");

    CommandLineRun submit =
        weir(
            "submit",
            "--name",
            "hello",
            "--devices",
            "1",
            "--wait",
            "--",
            "sh",
            "-c",
            "echo hello");
    assertThat(submit.code()).as(submit.err()).isZero();
    assertThat(submit.out()).contains("submitted j1 hello").contains("j1 hello completed");
    assertThat(weir("logs", "-f", "hello").out()).isEqualTo("hello\n");
    JsonNode jobs = new ObjectMapper().readTree(weir("jobs", "--all", "--json").out());
    assertThat(jobs.get(0).get("state").asText()).isEqualTo("COMPLETED");
    assertThat(weir("job", "hello").out()).contains("j1 hello").contains("completed");
    assertThat(weir("status").out()).contains("0 of 2 used");

    CommandLineRun failing = weir("submit", "--wait", "--", "sh", "-c", "exit 3");
    assertThat(failing.code()).as(failing.out()).isEqualTo(1);
    assertThat(CommandLineRun.weir("journal", "verify", "--data", data.toString()).out())
        .startsWith("whole: ");
    CommandLineRun down = weir("down");
    assertThat(down.code()).as(down.err()).isZero();
    assertThat(Files.exists(ServerFile.in(data))).isFalse();
    assertThat(weir("status").code()).isEqualTo(3);
  }
}
