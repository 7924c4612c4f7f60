package dev.weir.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.CheckpointWatch.Sighting;
import dev.weir.checkpoint.CheckpointWatch.Subject;
import dev.weir.checkpoint.commit.Commits;
import dev.weir.checkpoint.detect.Candidate;
import dev.weir.checkpoint.fixture.Place;
import dev.weir.checkpoint.fixture.Saved;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointWatchTest {
  @TempDir Path temporary;
  private Place place;

  @BeforeEach
  void aFolder() {
    place = new Place(temporary.resolve("job"));
  }

  private CheckpointWatch watch(String framework) throws IOException {
    return new CheckpointWatch(
        place.root(),
        Commits.open(temporary.resolve("commits")),
        Subject.of("j1", framework, OptionalInt.empty()),
        Duration.ofSeconds(10));
  }

  private static Sighting at(CheckpointWatch watch, long second) throws IOException {
    return watch.look(Place.START.plusSeconds(second), false);
  }

  @Test
  void aFolderThatIsNotThereYetIsNoError() throws IOException {
    Sighting sighting = at(watch("auto"), 0);
    assertThat(sighting.newest()).isEmpty();
    assertThat(sighting.remark()).hasValueSatisfying(remark -> assertThat(remark).contains("yet"));
  }

  @Test
  void eachNewSaveIsCommittedOnce() throws IOException {
    var watch = watch("auto");
    place.write("ckpt.pt", Saved.torch("iter_num", 10));
    assertThat(at(watch, 1).committed()).isPresent();
    assertThat(at(watch, 2).committed()).isEmpty();
    assertThat(at(watch, 2).newest()).isPresent();
    place.write("ckpt.pt", Saved.torch("iter_num", 20));
    assertThat(at(watch, 3).committed().orElseThrow().step()).isEqualTo(OptionalLong.of(20));
    // A new watch, as after a restart of the server, commits nothing twice.
    assertThat(at(watch("auto"), 4).committed()).isEmpty();
  }

  @Test
  void aTornSaveLeavesTheOneBefore() throws IOException {
    var watch = watch("single-file");
    place.write("ckpt.pt", Saved.torch("iter_num", 10));
    at(watch, 1);
    place.cut("ckpt.pt", 100);
    Sighting sighting = watch.look(Place.START.plusSeconds(2), true);
    assertThat(sighting.committed()).isEmpty();
    assertThat(sighting.candidates()).noneMatch(Candidate::complete);
    assertThat(watch.commits().newestUsable().orElseThrow().step()).isEqualTo(OptionalLong.of(10));
  }

  @Test
  void aFolderIsCommittedOnceItStandsStill() throws IOException {
    var watch = watch("auto");
    place.hfTrainer(10, 1);
    for (int second = 0; second < 10; second++) {
      assertThat(at(watch, second).committed()).isEmpty();
    }
    assertThat(at(watch, 10).committed()).isPresent();
  }

  @Test
  void onceTheWritersAreGoneNothingNeedsToStandStill() throws IOException {
    var watch = watch("auto");
    place.hfTrainer(10, 1);
    assertThat(watch.look(Place.START, true).committed()).isPresent();
  }

  @Test
  void afterGoingBackTheNewOnesCountAlthoughTheirStepsAreSmaller() throws IOException {
    var watch = watch("auto");
    place.hfTrainer(10, 1);
    watch.look(Place.START.plusSeconds(1), true);
    place.hfTrainer(100, 1);
    watch.look(Place.START.plusSeconds(2), true);
    watch.commits().discredit(watch.commits().newest().orElseThrow());
    place.hfTrainer(20, 1);
    var sighting = watch.look(Place.START.plusSeconds(3), true);
    assertThat(sighting.committed().orElseThrow().step()).isEqualTo(OptionalLong.of(20));
    // Nor does a restarted server take the discredited one in again.
    assertThat(watch("auto").look(Place.START.plusSeconds(4), true).committed()).isEmpty();
  }

  @Test
  void anUnknownFrameworkIsRefusedWithTheNamesThatThereAre() {
    assertThatThrownBy(() -> Subject.of("j1", "orbax", OptionalInt.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hf-trainer");
  }

  @Test
  void aFrameworkThatCannotBeJudgedIsSaid() throws IOException {
    place.text("iter_0000100/metadata.json", "{}");
    assertThat(at(watch("auto"), 0).remark().orElseThrow()).contains("megatron");
  }

  /** Whatever a killed writer leaves of the second save, resuming finds the first one. */
  @Property(tries = 150)
  void aKillDuringASaveNeverLosesTheOneBefore(
      @ForAll @IntRange(max = 3) int kind, @ForAll @IntRange(max = 10_000) int where)
      throws IOException {
    temporary = Files.createTempDirectory("weir-watch");
    place = new Place(temporary.resolve("job"));
    var watch = watch("auto");
    String name = kind == 0 ? "ckpt.pt" : kind == 1 ? "last.ckpt" : "ckpt.pth";
    byte[] first =
        kind == 2 ? Saved.legacyTorch("step", 10, 40) : Saved.torch("global_step", 10, 40);
    byte[] second =
        kind == 2 ? Saved.legacyTorch("step", 20, 40) : Saved.torch("global_step", 20, 40);
    place.write(name, first);
    assertThat(at(watch, 1).committed()).isPresent();
    int kept = where % second.length;
    if (kind == 3) {
      // Written onto the old bytes without truncation: the rest is still of the first save.
      byte[] mixed = first.clone();
      System.arraycopy(second, 0, mixed, 0, Math.min(kept, mixed.length));
      java.util.Arrays.fill(mixed, Math.max(0, mixed.length - 30), mixed.length, (byte) 0);
      place.write(name, mixed);
    } else {
      place.write(name, java.util.Arrays.copyOf(second, kept));
    }
    watch.look(Place.START.plusSeconds(100), true);
    var resume = watch("auto").commits().newestUsable().orElseThrow();
    assertThat(resume.step()).isEqualTo(OptionalLong.of(10));
    assertThat(resume.path()).hasBinaryContent(first);
    deleteTree(temporary);
  }

  private static void deleteTree(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
