package dev.weir.checkpoint.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.commit.Manifest;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlFolderTest {
  @TempDir Path temporary;
  private ControlFolder folder;

  @BeforeEach
  void aFolder() {
    folder = new ControlFolder(temporary);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(temporary.resolve(name), text);
  }

  @Test
  void aRequestIsWrittenAsDocumented() throws IOException {
    folder.request(new CheckpointRequest(Instant.ofEpochMilli(1500), 40));
    assertThat(temporary.resolve("checkpoint-request.json"))
        .hasContent("{\"version\":1,\"deadlineEpochMs\":1500,\"minStep\":40}");
    assertThat(folder.request().present())
        .contains(new CheckpointRequest(Instant.ofEpochMilli(1500), 40));
    folder.request(new CheckpointRequest(Instant.ofEpochMilli(1700), 41));
    assertThat(folder.request().present().orElseThrow().minStep()).isEqualTo(41);
    folder.withdraw();
    folder.withdraw();
    assertThat(folder.request()).isInstanceOf(Reading.Absent.class);
  }

  @Test
  void aRequestIsNotWrittenThroughALinkOfTheJob() throws IOException {
    Path victim = Files.writeString(temporary.resolve("victim"), "untouched");
    Files.createSymbolicLink(temporary.resolve(".checkpoint-request.json.tmp"), victim);
    Files.createSymbolicLink(temporary.resolve("checkpoint-request.json"), victim);
    folder.request(new CheckpointRequest(Instant.EPOCH, 0));
    assertThat(victim).hasContent("untouched");
    assertThat(folder.request()).isInstanceOf(Reading.Present.class);
  }

  @Test
  void anAnswerIsRead() throws IOException {
    assertThat(folder.done()).isInstanceOf(Reading.Absent.class);
    write("checkpoint-done.json", "{\"version\":1,\"step\":40,\"path\":\"/data/ckpt-40.pt\"}");
    CheckpointDone done = folder.done().present().orElseThrow();
    assertThat(done).isEqualTo(new CheckpointDone(40, "/data/ckpt-40.pt"));
    assertThat(done.answers(new CheckpointRequest(Instant.EPOCH, 40))).isTrue();
    assertThat(done.answers(new CheckpointRequest(Instant.EPOCH, 41))).isFalse();
  }

  @Test
  void progressIsRead() throws IOException {
    write(
        "progress.json",
        "{\"version\":1,\"step\":3,\"of\":10,\"samplesPerSecond\":2.5,\"phase\":\"train\","
            + "\"at\":\"2026-03-01T08:00:00Z\",\"more\":{}}");
    assertThat(folder.progress().present())
        .contains(
            new Progress(
                3,
                OptionalLong.of(10),
                OptionalDouble.of(2.5),
                Optional.of("train"),
                Optional.of(Instant.parse("2026-03-01T08:00:00Z"))));
    write("progress.json", "{\"version\":1,\"step\":3,\"of\":null}");
    assertThat(folder.progress().present().orElseThrow().of()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "7",
        "\0\0\0\0",
        "{\"version\":2,\"step\":1,\"path\":\"x\"}",
        "{\"step\":1,\"path\":\"x\"}",
        "{\"version\":1,\"path\":\"x\"}",
        "{\"version\":1,\"step\":-1,\"path\":\"x\"}",
        "{\"version\":1,\"step\":1.5,\"path\":\"x\"}",
        "{\"version\":1,\"step\":\"1\",\"path\":\"x\"}",
        "{\"version\":1,\"step\":99999999999999999999,\"path\":\"x\"}",
        "{\"version\":1,\"step\":1}",
        "{\"version\":1,\"step\":1,\"path\":\"\"}",
        "{\"version\":1,\"step\":1,\"path\":\"a\\u0000b\"}",
        "{\"version\":1,\"step\":1,\"path\":[]}",
        "{\"version\":1,\"step\":1,\"path\":\"x\"} {\"version\":1}"
      })
  void whatIsNotOfTheProtocolIsGarbled(String text) throws IOException {
    write("checkpoint-done.json", text);
    assertThat(folder.done()).isInstanceOf(Reading.Garbled.class);
  }

  @Test
  void aCutAnswerIsGarbledWhereverItIsCut() throws IOException {
    String whole = "{\"version\":1,\"step\":40,\"path\":\"/data/ckpt-40.pt\"}";
    for (int length = 0; length < whole.length(); length++) {
      write("checkpoint-done.json", whole.substring(0, length));
      assertThat(folder.done()).isInstanceOf(Reading.Garbled.class);
    }
  }

  @Test
  void hugeDeepAndLinkedFilesAreGarbled() throws IOException {
    write("progress.json", "{\"version\":1,\"step\":1,\"phase\":\"" + "x".repeat(70_000) + "\"}");
    assertThat(folder.progress()).isInstanceOf(Reading.Garbled.class);
    write("progress.json", "[".repeat(60_000));
    assertThat(folder.progress()).isInstanceOf(Reading.Garbled.class);
    Files.delete(temporary.resolve("progress.json"));
    Files.createSymbolicLink(temporary.resolve("progress.json"), Path.of("/etc/passwd"));
    assertThat(folder.progress()).isInstanceOf(Reading.Garbled.class);
    Files.createDirectory(temporary.resolve("checkpoint-done.json"));
    assertThat(folder.done()).isInstanceOf(Reading.Garbled.class);
  }

  @Test
  void onlyAPlainFileDeclaresTheSignal() throws IOException {
    assertThat(folder.handlesUsr2()).isFalse();
    write("handles-usr2", "");
    assertThat(folder.handlesUsr2()).isTrue();
  }

  @Test
  void theEnvironmentOfAResumedTask() {
    var manifest =
        new Manifest(
            1,
            "j5",
            OptionalLong.of(40),
            OptionalInt.empty(),
            "single-file",
            Path.of("/data/kept"),
            "ckpt.pt",
            true,
            Instant.EPOCH,
            Instant.EPOCH,
            List.of());
    var variables =
        new Variables(
            new JobId(5),
            "train",
            new AllocationId(9),
            2,
            Path.of("/run/t0"),
            Path.of("/data/out"),
            Optional.of(manifest),
            1);
    assertThat(variables.toMap())
        .containsEntry("WEIR_JOB_ID", "j5")
        .containsEntry("WEIR_ALLOCATION_ID", "a9")
        .containsEntry("WEIR_INCARNATION", "2")
        .containsEntry("WEIR_RESUME_FROM", "/data/kept/ckpt.pt")
        .containsEntry("WEIR_RESUME_STEP", "40")
        .containsEntry("WEIR_RESTART_COUNT", "1")
        .hasSize(9);
  }

  @Test
  void exitCodesSayMoreThanThatItEnded() {
    assertThat(ExitCode.of(0)).isEqualTo(ExitCode.DONE);
    assertThat(ExitCode.of(75)).isEqualTo(ExitCode.REQUEUE);
    assertThat(ExitCode.of(93)).isEqualTo(ExitCode.DO_NOT_REQUEUE);
    assertThat(ExitCode.of(143)).isEqualTo(ExitCode.FAULT);
  }
}
