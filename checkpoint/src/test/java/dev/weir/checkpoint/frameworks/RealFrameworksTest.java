package dev.weir.checkpoint.frameworks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.checkpoint.CheckpointWatch;
import dev.weir.checkpoint.CheckpointWatch.Subject;
import dev.weir.checkpoint.commit.Commits;
import dev.weir.checkpoint.commit.Manifest;
import dev.weir.checkpoint.detect.Candidate;
import dev.weir.checkpoint.detect.Detectors;
import dev.weir.checkpoint.fixture.Place;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The detectors against what PyTorch, Lightning and the HF Trainer really write. Needs the Python
 * environment that {@code examples/training/make-venv --frameworks} makes.
 */
@Tag("frameworks")
class RealFrameworksTest {
  private static final Path TRAINING =
      Path.of("..", "examples", "training").toAbsolutePath().normalize();

  private static String python = "";

  @TempDir Path temporary;

  @BeforeAll
  static void thereIsAnEnvironment() throws Exception {
    boolean there = false;
    Path output = Files.createTempFile("weir-venv", ".txt");
    try {
      var made =
          new ProcessBuilder(
                  TRAINING.resolve("make-venv").toString(), "--frameworks", "--if-present")
              .redirectOutput(output.toFile())
              .start();
      there = made.waitFor() == 0;
      python = Path.of(Files.readString(output).strip(), "bin", "python").toString();
    } catch (IOException absent) {
      there = false;
    } finally {
      Files.delete(output);
    }
    assumeTrue(there, "no Python environment: examples/training/make-venv --frameworks makes it");
  }

  private String run(Map<String, String> environment, String... words) throws Exception {
    Path output = temporary.resolve("output.txt");
    var builder =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.command().set(0, python);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().putAll(environment);
    builder.directory(temporary.toFile());
    int code = builder.start().waitFor();
    String text = Files.readString(output);
    assertThat(code).as(text).isZero();
    return text;
  }

  private String train(String program, String... words) throws Exception {
    var all = new java.util.ArrayList<>(List.of("python", TRAINING.resolve(program).toString()));
    all.addAll(List.of(words));
    return run(Map.of(), all.toArray(String[]::new));
  }

  private CheckpointWatch watch(String folder) throws IOException {
    return new CheckpointWatch(
        temporary.resolve(folder),
        Commits.open(temporary.resolve("commits-" + folder)),
        Subject.of("j1", "auto", OptionalInt.empty()),
        Duration.ofSeconds(10));
  }

  private Manifest newest(String folder) throws IOException {
    return watch(folder).look(Place.START, true).newest().orElseThrow();
  }

  /** Cuts the file at many places; each time the candidate must not be complete. */
  private void neverCompleteWhenCut(String folder, String name, String candidate)
      throws IOException {
    Path file = temporary.resolve(folder).resolve(name);
    byte[] whole = Files.readAllBytes(file);
    // Behind the closing brace of a JSON file only a line's end may be missing.
    int end = name.endsWith(".json") ? new String(whole).stripTrailing().length() : whole.length;
    var random = new Random(3);
    for (int i = 0; i < 80; i++) {
      // Near the end it is most like a whole one.
      int length = i < 40 ? end - 1 - i : random.nextInt(end);
      try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
        out.truncate(Math.max(0, length));
      }
      assertThat(complete(folder)).as("%s cut to %d", name, length).doesNotContain(candidate);
      Files.write(file, whole);
    }
    assertThat(complete(folder)).as("%s whole again", name).contains(candidate);
  }

  private List<String> complete(String folder) throws IOException {
    var place = new Place(temporary.resolve(folder));
    var known = (Detectors.Recognition.Known) Detectors.recognise(place.look(0));
    return place.afterwards(known.detector().framework()).stream()
        .filter(Candidate::complete)
        .map(Candidate::name)
        .toList();
  }

  @Test
  void pytorch() throws Exception {
    train(
        "train.py",
        "--steps",
        "30",
        "--save-every",
        "10",
        "--width",
        "16",
        "--examples",
        "64",
        "--output",
        "files");
    Manifest manifest = newest("files");
    assertThat(manifest.framework()).isEqualTo("single-file");
    assertThat(manifest.name()).isEqualTo("ckpt-30.pt");
    assertThat(manifest.step()).isEqualTo(OptionalLong.of(30));
    assertThat(manifest.kept()).isFalse();
    neverCompleteWhenCut("files", "ckpt-30.pt", "ckpt-30.pt");
  }

  @Test
  void pytorchOntoTheSameFile() throws Exception {
    train(
        "train.py",
        "--steps",
        "20",
        "--save-every",
        "10",
        "--width",
        "16",
        "--examples",
        "64",
        "--output",
        "one",
        "--in-place");
    Manifest manifest = newest("one");
    assertThat(manifest.name()).isEqualTo("ckpt.pt");
    assertThat(manifest.step()).isEqualTo(OptionalLong.of(20));
    assertThat(manifest.kept()).isTrue();
    neverCompleteWhenCut("one", "ckpt.pt", "ckpt.pt");
  }

  @Test
  void pytorchsOlderForm() throws Exception {
    String program =
        """
        import os, torch
        os.mkdir("older")
        model = torch.nn.Linear(8, 3)
        optimizer = torch.optim.Adam(model.parameters())
        model(torch.ones(2, 8)).sum().backward()
        optimizer.step()
        torch.save({"iter_num": 5, "model": model.state_dict(), "half": torch.ones(7).half(),
                    "optimizer": optimizer.state_dict()},
                   "older/ckpt.pt", _use_new_zipfile_serialization=False)
        """;
    run(Map.of(), "python", "-c", program);
    assertThat(newest("older").step()).isEqualTo(OptionalLong.of(5));
    neverCompleteWhenCut("older", "ckpt.pt", "ckpt.pt");
  }

  @Test
  void lightning() throws Exception {
    train(
        "train-lightning.py",
        "--steps",
        "20",
        "--save-every",
        "8",
        "--output",
        "lightning",
        "--last",
        "link");
    Manifest manifest = newest("lightning");
    assertThat(manifest.framework()).isEqualTo("lightning");
    assertThat(manifest.name()).isEqualTo("epoch=0-step=16.ckpt");
    assertThat(manifest.step()).isEqualTo(OptionalLong.of(16));
    assertThat(complete("lightning"))
        .containsExactly("epoch=0-step=8.ckpt", "epoch=0-step=16.ckpt");
    neverCompleteWhenCut("lightning", "epoch=0-step=16.ckpt", "epoch=0-step=16.ckpt");
  }

  @Test
  void theTrainerOfHuggingFace() throws Exception {
    train("train-hf.py", "--steps", "12", "--save-every", "5", "--output", "hf");
    Manifest manifest = newest("hf");
    assertThat(manifest.framework()).isEqualTo("hf-trainer");
    assertThat(manifest.name()).isEqualTo("checkpoint-12");
    assertThat(complete("hf")).containsExactly("checkpoint-5", "checkpoint-10", "checkpoint-12");
    for (String file : List.of("model.safetensors", "optimizer.pt", "trainer_state.json")) {
      neverCompleteWhenCut("hf", "checkpoint-12/" + file, "checkpoint-12");
    }
  }

  @Test
  void aTrainingThatWasKilledGoesOnWithTheSameNumbers() throws Exception {
    String[] size = {"--width", "16", "--examples", "64", "--steps", "40"};
    String whole = train("train.py", concat(size, "--output", "undisturbed"));
    train("train.py", concat(size, "--output", "first", "--steps", "25", "--save-every", "10"));
    Files.delete(temporary.resolve("first/ckpt-25.pt"));
    Manifest manifest = newest("first");
    assertThat(manifest.step()).isEqualTo(OptionalLong.of(20));
    var words =
        new java.util.ArrayList<>(List.of("python", TRAINING.resolve("train.py").toString()));
    words.addAll(List.of(concat(size, "--output", "second")));
    String rest =
        run(Map.of("WEIR_RESUME_FROM", manifest.path().toString()), words.toArray(String[]::new));
    assertThat(losses(rest)).hasSize(20).isEqualTo(losses(whole).subList(20, 40));
  }

  private static String[] concat(String[] words, String... more) {
    var all = new java.util.ArrayList<>(List.of(words));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static List<String> losses(String output) {
    return output.lines().filter(line -> line.startsWith("step ")).toList();
  }
}
