package dev.weir.checkpoint.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.detect.Candidate;
import dev.weir.checkpoint.fixture.Place;
import dev.weir.checkpoint.fixture.Saved;
import dev.weir.checkpoint.look.Folder;
import dev.weir.checkpoint.look.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitsTest {
  @TempDir Path temporary;
  private Path home;
  private Place place;
  private Commits commits;

  @BeforeEach
  void aFolderAndARecord() throws IOException {
    place = new Place(Files.createDirectory(temporary.resolve("job")));
    home = temporary.resolve("commits");
    commits = Commits.open(home);
  }

  private Commits.Outcome commit(Look look, Candidate candidate) throws IOException {
    return commits.commit(Folder.of(place.root()), look, candidate, "j1", OptionalInt.of(1));
  }

  private Manifest commitNewest(String framework) throws IOException {
    Candidate newest = place.afterwards(framework).getLast();
    return ((Commits.Outcome.Committed) commit(place.look(60), newest)).manifest();
  }

  private List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theManifestSaysWhatWasVerified() throws Exception {
    byte[] content = Saved.torch("step", 7);
    place.write("ckpt-7.pt", content);
    Manifest manifest = commitNewest("single-file");
    assertThat(manifest.step()).isEqualTo(OptionalLong.of(7));
    assertThat(manifest.path()).isEqualTo(place.root().toRealPath().resolve("ckpt-7.pt"));
    assertThat(manifest.kept()).isFalse();
    assertThat(manifest.bytes()).isEqualTo(content.length);
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    assertThat(manifest.files().getFirst().sha256()).isEqualTo(hash);
    assertThat(Files.readString(home.resolve("00000001.json"))).contains("\"verified\" : true");
    assertThat(Commits.open(home).newestFirst()).containsExactly(manifest);
  }

  @Test
  void whatTheNextSaveOverwritesIsCopiedAndNotLinked() throws IOException {
    byte[] content = Saved.torch("iter_num", 7);
    place.write("ckpt.pt", content);
    Manifest manifest = commitNewest("single-file");
    assertThat(manifest.kept()).isTrue();
    // The next save truncates the same inode and dies.
    Files.write(place.root().resolve("ckpt.pt"), new byte[] {'P', 'K'});
    assertThat(manifest.path()).hasBinaryContent(content);
    assertThat(commits.newestUsable()).contains(manifest);
    assertThat(place.afterwards("single-file").getFirst().complete()).isFalse();
  }

  @Test
  void whatChangedSinceTheLookIsDiscarded() throws IOException {
    place.write("ckpt-7.pt", Saved.torch("step", 7)).write("ckpt.pt", Saved.torch("step", 8));
    Look look = place.look(0);
    List<Candidate> candidates = place.afterwards("single-file");
    place.write("ckpt-7.pt", Saved.torch("step", 7)).write("ckpt.pt", Saved.torch("step", 9));
    for (Candidate candidate : candidates) {
      assertThat(commit(look, candidate)).isInstanceOf(Commits.Outcome.Discarded.class);
    }
    assertThat(names(home)).isEmpty();
    place.delete("ckpt.pt").delete("ckpt-7.pt");
    for (Candidate candidate : candidates) {
      assertThat(commit(look, candidate)).isInstanceOf(Commits.Outcome.Discarded.class);
    }
    assertThat(names(home)).isEmpty();
  }

  @Test
  void onlyTheCompleteCanBeCommitted() throws IOException {
    place.write("ckpt.pt", new byte[10]);
    Candidate torn = place.afterwards("single-file").getFirst();
    assertThatThrownBy(() -> commit(place.look(0), torn))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void resumingWalksBackToTheNewestThatIsStillThere() throws IOException {
    place.hfTrainer(10, 1);
    Manifest first = commitNewest("hf-trainer");
    place.hfTrainer(20, 1);
    Manifest second = commitNewest("hf-trainer");
    place.hfTrainer(30, 1);
    Manifest third = commitNewest("hf-trainer");
    assertThat(commits.newestUsable()).contains(third);
    place.cut("checkpoint-30/optimizer.pt", 20);
    assertThat(commits.newestUsable()).contains(second);
    place.delete("checkpoint-20/scheduler.pt");
    assertThat(commits.newestUsable()).contains(first);
    assertThat(commits.newest()).contains(third);
  }

  @Test
  void aTouchedFileIsHashedAgain() throws IOException {
    byte[] content = Saved.torch("step", 7);
    place.write("ckpt-7.pt", content);
    Manifest manifest = commitNewest("single-file");
    place.write("ckpt-7.pt", content); // another time, the same bytes
    assertThat(commits.usable(manifest)).isTrue();
    content[content.length / 2] ^= 1;
    place.write("ckpt-7.pt", content);
    assertThat(commits.usable(manifest)).isFalse();
  }

  @Test
  void damageUnderTheSameTimeIsFoundByReadingAll() throws IOException {
    place.write("ckpt-7.pt", Saved.torch("step", 7));
    Manifest manifest = commitNewest("single-file");
    assertThat(commits.intact(manifest)).isTrue();
    byte[] content = Files.readAllBytes(manifest.path());
    content[100] ^= 1;
    Files.write(manifest.path(), content);
    Files.setLastModifiedTime(
        manifest.path(),
        java.nio.file.attribute.FileTime.from(manifest.files().getFirst().modified()));
    assertThat(commits.usable(manifest)).isTrue();
    assertThat(commits.intact(manifest)).isFalse();
  }

  @Test
  void whatCouldNotBeLoadedIsTakenOutForGood() throws IOException {
    place.hfTrainer(10, 1);
    Manifest first = commitNewest("hf-trainer");
    place.hfTrainer(20, 1);
    Manifest second = commitNewest("hf-trainer");
    commits.discredit(second);
    assertThat(commits.newestUsable()).contains(first);
    Commits again = Commits.open(home);
    assertThat(again.newestUsable()).contains(first);
    // Its number is not given a second time.
    commits = again;
    place.hfTrainer(30, 1);
    assertThat(commitNewest("hf-trainer").sequence()).isEqualTo(3);
  }

  @Test
  void collectingKeepsTheNewestThatCanBeResumedFrom() throws IOException {
    for (int step = 1; step <= 4; step++) {
      place.write("ckpt.pt", Saved.torch("iter_num", step));
      commitNewest("single-file");
    }
    // The newest copy is damaged: it does not count as one that is kept.
    Files.write(commits.newest().orElseThrow().path(), new byte[3]);
    assertThat(commits.collect(2)).isEqualTo(1);
    assertThat(commits.newestFirst()).extracting(Manifest::sequence).containsExactly(4L, 3L, 2L);
    assertThat(names(home))
        .containsExactly(
            "00000002", "00000002.json", "00000003", "00000003.json", "00000004", "00000004.json");
    assertThat(place.root().resolve("ckpt.pt")).exists();
    assertThatThrownBy(() -> commits.collect(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatAnInterruptedCommitLeftIsRemoved() throws IOException {
    place.write("ckpt.pt", Saved.torch("iter_num", 1));
    Manifest manifest = commitNewest("single-file");
    Files.createDirectories(home.resolve("00000002.tmp"));
    Files.write(home.resolve("00000002.tmp/ckpt.pt"), new byte[9]);
    Files.createDirectories(home.resolve("00000003"));
    Files.write(home.resolve("00000003/ckpt.pt"), new byte[9]);
    Files.write(home.resolve("00000003.json.tmp"), new byte[9]);
    Commits again = Commits.open(home);
    assertThat(names(home)).containsExactly("00000001", "00000001.json");
    assertThat(again.newestUsable()).contains(manifest);
  }

  @Test
  void aManifestThatCannotBeReadIsPassedOver() throws IOException {
    place.hfTrainer(10, 1);
    Manifest first = commitNewest("hf-trainer");
    byte[] text = Files.readAllBytes(home.resolve("00000001.json"));
    for (int length = 0; length < text.length - 1; length += 7) {
      Files.write(home.resolve("00000002.json"), java.util.Arrays.copyOf(text, length));
      assertThat(Commits.open(home).newestFirst()).containsExactly(first);
    }
    Files.writeString(
        home.resolve("00000002.json"),
        new String(text).replace("\"verified\" : true", "\"verified\" : false"));
    assertThat(Commits.open(home).newestFirst()).containsExactly(first);
  }
}
