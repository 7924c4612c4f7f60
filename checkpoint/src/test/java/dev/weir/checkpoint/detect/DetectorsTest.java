package dev.weir.checkpoint.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.fixture.Place;
import dev.weir.checkpoint.fixture.Saved;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetectorsTest {
  @TempDir Path temporary;
  private Place place;

  @BeforeEach
  void anEmptyFolder() {
    place = new Place(temporary);
  }

  private Candidate only(String framework) throws IOException {
    var candidates = place.afterwards(framework);
    assertThat(candidates).hasSize(1);
    return candidates.getFirst();
  }

  private String reason(String framework) throws IOException {
    assertThat(only(framework).completeness()).isInstanceOf(Completeness.Incomplete.class);
    return ((Completeness.Incomplete) only(framework).completeness()).reason();
  }

  @Test
  void aSingleFileIsCompleteAtOnceAndWrittenInPlace() throws IOException {
    place.write("ckpt.pt", Saved.torch("iter_num", 250));
    Candidate candidate = place.candidates("single-file", Expected.NOTHING, 0).getFirst();
    assertThat(candidate.complete()).isTrue();
    assertThat(candidate.step()).isEqualTo(OptionalLong.of(250));
    assertThat(candidate.inPlace()).isTrue();
  }

  @Test
  void aFilePerStepIsNotWrittenAgain() throws IOException {
    place.write("ckpt-250.pt", Saved.torch("step", 250)).write("v2.pt", Saved.torch("step", 9));
    assertThat(place.afterwards("single-file"))
        .extracting(Candidate::name, Candidate::inPlace)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("v2.pt", true),
            org.assertj.core.groups.Tuple.tuple("ckpt-250.pt", false));
  }

  @Test
  void aFileWithoutStructureMustStandStill() throws IOException {
    place.write("state.pkl", new byte[] {1, 2, 3, 4, 5});
    assertThat(place.candidates("single-file", Expected.NOTHING, 0).getFirst().completeness())
        .isInstanceOf(Completeness.Unsettled.class);
    assertThat(place.candidates("single-file", Expected.NOTHING, 9).getFirst().complete())
        .isFalse();
    assertThat(place.candidates("single-file", Expected.NOTHING, 10).getFirst().complete())
        .isTrue();
  }

  @Test
  void aLinkIsNeverTheCheckpoint() throws IOException {
    Files.createSymbolicLink(temporary.resolve("ckpt.pt"), Path.of("/etc/hostname"));
    assertThat(reason("single-file")).isEqualTo("is no plain file");
  }

  @Test
  void lightningTakesTheStepFromTheFile() throws IOException {
    place.write("logs/version_0/checkpoints/epoch=1-step=16.ckpt", Saved.torch("global_step", 16));
    Candidate candidate = only("lightning");
    assertThat(candidate.complete()).isTrue();
    assertThat(candidate.step()).isEqualTo(OptionalLong.of(16));
    assertThat(candidate.inPlace()).isFalse();
  }

  @Test
  void lightningFallsBackToTheName() throws IOException {
    place.write("epoch=1-step=16.ckpt", Saved.torch("other", 3));
    assertThat(only("lightning").step()).isEqualTo(OptionalLong.of(16));
  }

  @Test
  void aLinkToTheLastCountsOnceAndOneToNothingIsTold() throws IOException {
    place.write("epoch=1-step=16.ckpt", Saved.torch("global_step", 16));
    Files.createSymbolicLink(temporary.resolve("last.ckpt"), Path.of("epoch=1-step=16.ckpt"));
    assertThat(only("lightning").name()).isEqualTo("epoch=1-step=16.ckpt");
    place.delete("epoch=1-step=16.ckpt");
    assertThat(reason("lightning")).isEqualTo("is a link to nothing");
  }

  @Test
  void aLinkOutOfTheFolderIsRefused() throws IOException {
    Files.createSymbolicLink(temporary.resolve("last.ckpt"), Path.of("../../etc/passwd"));
    assertThat(reason("lightning")).contains("leads out of the folder");
  }

  @Test
  void aCopyAsLastIsWrittenInPlace() throws IOException {
    place.write("last.ckpt", Saved.torch("global_step", 20));
    assertThat(only("lightning").inPlace()).isTrue();
  }

  @Test
  void hpcCheckpointsOfLightningCount() throws IOException {
    place.write("hpc_ckpt_2.ckpt", Saved.torch("global_step", 77));
    assertThat(only("lightning").step()).isEqualTo(OptionalLong.of(77));
  }

  @ParameterizedTest
  @CsvSource({
    ".metadata, .metadata is missing",
    "meta.pt, meta.pt is missing",
    "__0_0.distcp, no shard (*.distcp) is there"
  })
  void aFolderOfLightningNeedsAllItsParts(String part, String reason) throws IOException {
    String folder = "epoch=0-step=5.ckpt/";
    place
        .write(folder + "__0_0.distcp", new byte[100])
        .write(folder + ".metadata", new byte[] {1})
        .write(folder + "meta.pt", Saved.torch("global_step", 5));
    assertThat(only("lightning").complete()).isTrue();
    assertThat(only("lightning").step()).isEqualTo(OptionalLong.of(5));
    assertThat(place.candidates("lightning", Expected.NOTHING, 0).getFirst().complete()).isFalse();
    place.delete(folder + part);
    assertThat(reason("lightning")).isEqualTo(reason);
  }

  @Test
  void aDeclaredCheckpointIsCheckedAgainstWhatItSays() throws IOException {
    place
        .write("ckpt-7.pt", Saved.torch("step", 7))
        .text(".7.ready.json", declared(7, Saved.torch("step", 7).length));
    Candidate candidate = place.candidates("weir", Expected.NOTHING, 0).getFirst();
    assertThat(candidate.complete()).isTrue();
    assertThat(candidate.inPlace()).isFalse();
    assertThat(candidate.name()).isEqualTo("ckpt-7.pt");
    place.text(".7.ready.json", declared(7, 12));
    assertThat(reason("weir")).contains("declared were 12");
  }

  private static String declared(int step, int bytes) {
    return "{\"version\":1,\"step\":%d,\"path\":\"ckpt-7.pt\",\"files\":[{\"name\":\"ckpt-7.pt\",\"bytes\":%d}]}"
        .formatted(step, bytes);
  }

  @Test
  void aFileTouchedAfterItsDeclarationDoesNotCount() throws IOException {
    int bytes = Saved.torch("step", 7).length;
    place.text(".7.ready.json", declared(7, bytes)).write("ckpt-7.pt", Saved.torch("step", 7));
    assertThat(reason("weir")).contains("changed after it was declared");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{|no JSON",
        "''|not of version 1",
        "[]|not of version 1",
        "{\"version\":2,\"step\":7}|not of version 1",
        "{\"version\":1,\"step\":8,\"files\":[\"a\"]}|another step",
        "{\"version\":1,\"step\":7,\"files\":[]}|lists no files",
        "{\"version\":1,\"step\":7,\"files\":[\"../../etc/passwd\"]}|'..'",
        "{\"version\":1,\"step\":7,\"files\":[\"/etc/passwd\"]}|not a name relative",
        "{\"version\":1,\"step\":7,\"path\":\"..\",\"files\":[\"a\"]}|'..'",
        "{\"version\":1,\"step\":7,\"files\":[\"gone\"]}|is not there"
      })
  void nonsenseDeclarationsAreToldAndNotBelieved(String text, String reason) throws IOException {
    place.text(".7.ready.json", text);
    assertThat(reason("weir")).contains(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "ckpt.pt, single-file",
    "checkpoint-5/trainer_state.json, hf-trainer",
    "out/epoch=0-step=1.ckpt, lightning",
    ".12.ready.json, weir"
  })
  void aFolderIsRecognised(String file, String framework) throws IOException {
    place.text(file, "x").text("events.out.tfevents.1", "x");
    assertThat(Detectors.recognise(place.look(0)))
        .isInstanceOfSatisfying(
            Detectors.Recognition.Known.class,
            known -> assertThat(known.detector().framework()).isEqualTo(framework));
  }

  @ParameterizedTest
  @CsvSource({
    "iter_0000100/metadata.json, megatron",
    "100/_CHECKPOINT_METADATA, orbax",
    "step/__0_0.distcp, torch-dcp"
  })
  void whatCannotBeJudgedYetIsNamed(String file, String framework) throws IOException {
    place.text(file, "x").text("other.pt", "x");
    assertThat(Detectors.recognise(place.look(0)))
        .isEqualTo(new Detectors.Recognition.Unsupported(framework));
  }

  @Test
  void anEmptyFolderIsNothing() throws IOException {
    place.text("notes.txt", "x");
    assertThat(Detectors.recognise(place.look(0))).isEqualTo(new Detectors.Recognition.Nothing());
  }
}
