package dev.weir.checkpoint.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.checkpoint.detect.Candidate;
import dev.weir.checkpoint.fixture.Place;
import dev.weir.checkpoint.fixture.Saved;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python module, with the system's Python, against the Java side. */
class PythonModuleTest {
  private static final Path PYTHON = Path.of("..", "python").toAbsolutePath().normalize();

  @TempDir Path temporary;

  private record Run(int code, String output) {}

  @BeforeAll
  static void thereIsAPython() throws Exception {
    boolean there;
    try {
      there =
          run(Map.of(), "python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))").code()
              == 0;
    } catch (IOException absent) {
      there = false;
    }
    assumeTrue(there, "python3 of 3.8 or newer is not on the path");
  }

  private static Run run(Map<String, String> environment, String... words) throws Exception {
    Path output = Files.createTempFile("weir-python", ".txt");
    var builder =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("PYTHONPATH", PYTHON.toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    int code = builder.start().waitFor();
    String text = Files.readString(output);
    Files.delete(output);
    return new Run(code, text);
  }

  @Test
  void itsOwnTestsPass() throws Exception {
    Run run =
        run(
            Map.of(),
            "python3",
            "-m",
            "unittest",
            "discover",
            "-s",
            PYTHON.resolve("tests").toString());
    assertThat(run.output()).contains("OK").doesNotContain("Ran 0 tests");
    assertThat(run.code()).isZero();
  }

  @Test
  void bothSidesUnderstandEachOther() throws Exception {
    Path runFolder = Files.createDirectory(temporary.resolve("run"));
    var place = new Place(Files.createDirectory(temporary.resolve("checkpoints")));
    place.write("ckpt.pt", Saved.torch("step", 40));
    var folder = new ControlFolder(runFolder);
    folder.request(new CheckpointRequest(Instant.ofEpochMilli(123_456), 40));
    String program =
        """
        import weir, os
        assert weir.checkpoint_requested()
        assert weir.deadline() == 123.456, weir.deadline()
        assert weir.resume_step() is None and weir.resume_from() is None
        weir.progress(40, of=100, samples_per_s=12.5, phase="train")
        weir.checkpoint_done(39, "/elsewhere/ckpt.pt")
        assert weir.checkpoint_requested()
        weir.checkpoint_done(40, os.path.join(weir.checkpoint_directory(), "ckpt.pt"))
        assert not weir.checkpoint_requested()
        """;
    Run run =
        run(
            Map.of(
                Variables.RUN_DIR, runFolder.toString(),
                Variables.CHECKPOINT_DIR, place.root().toString()),
            "python3",
            "-c",
            program);
    assertThat(run.output()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(folder.handlesUsr2()).isTrue();
    assertThat(folder.done().present().orElseThrow().step()).isEqualTo(40);
    Progress progress = folder.progress().present().orElseThrow();
    assertThat(progress.step()).isEqualTo(40);
    assertThat(progress.of()).hasValue(100);
    assertThat(progress.samplesPerSecond()).hasValue(12.5);
    assertThat(progress.at()).isPresent();
    List<Candidate> declared = place.afterwards("weir");
    assertThat(declared).hasSize(1).allMatch(Candidate::complete);
    assertThat(declared.getFirst().name()).isEqualTo("ckpt.pt");
    assertThat(declared.getFirst().inPlace()).isTrue();
  }
}
