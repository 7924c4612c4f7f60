package dev.weir.driver.local.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldRunsTest {
  private static final Instant NOW = Instant.parse("2026-02-01T00:00:00Z");

  @TempDir Path local;

  private Path run(String name, Duration endedAgo) throws IOException {
    Path folder = local.resolve("allocations").resolve(name);
    Files.createDirectories(folder.resolve("main.0").resolve("run"));
    Files.writeString(folder.resolve("main.0").resolve("stdout"), "text");
    if (!endedAgo.isNegative()) {
      Path mark = Files.createFile(folder.resolve(Places.JOURNALED));
      Files.setLastModifiedTime(mark, FileTime.from(NOW.minus(endedAgo)));
    }
    return folder;
  }

  @Test
  void onlyWhatEndedLongAgoIsRemoved() throws IOException {
    Path outside = Files.createDirectories(local.resolve("jobs").resolve("1").resolve("work"));
    Path kept = Files.writeString(outside.resolve("result"), "kept");
    Path old = run("1-1", Duration.ofDays(40));
    Files.createSymbolicLink(old.resolve("main.0").resolve("run").resolve("link"), outside);
    Path young = run("2-1", Duration.ofDays(2));
    Path running = run("3-2", Duration.ofSeconds(-1));
    Path former = run("3-1", Duration.ofDays(40));
    Path unheard = run("4-1", Duration.ofSeconds(-1));

    Places places = new Places(local);
    assertThat(
            new OldRuns(places).remove(NOW.minus(Duration.ofDays(30)), Set.of(new AllocationId(3))))
        .containsExactly("1-1");
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    assertThat(running).exists();
    assertThat(former).exists();
    assertThat(unheard).exists();
    assertThat(kept).hasContent("kept");
    assertThat(places.work(new JobId(1))).isDirectory();
  }
}
