package dev.weir.cli.journal;

import static dev.weir.cli.CommandLineRun.weir;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.cli.CommandLineRun;
import dev.weir.control.MemoryJournal;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.run.Cluster;
import dev.weir.simulator.run.Simulation;
import dev.weir.simulator.world.JobProfile;
import dev.weir.simulator.world.Workload;
import dev.weir.simulator.world.WorldModels;
import dev.weir.store.StoreConfig;
import dev.weir.store.file.JournalFile;
import dev.weir.store.sql.SqlStore;
import dev.weir.testkit.DeviceModels;
import dev.weir.testkit.Jobs;
import dev.weir.testkit.Nodes;
import dev.weir.testkit.Queues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalCommandsTest {
  @TempDir Path folder;
  private Path file;
  private Path data;

  /** A day under the policy weir, in a file and in the store of a data folder. */
  @BeforeEach
  void record() {
    PolicySpec weir = Policies.find("weir").orElseThrow();
    List<Workload.Entry> jobs = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      jobs.add(
          new Workload.Entry(
              i * 2_000L,
              Jobs.single(i, "j" + i).devices(1 + i % 4).priority(i % 2 * 10).build(),
              JobProfile.of(i % 2 == 1 ? 5_000 : 60_000 + i * 700)));
    }
    MemoryJournal journal = new MemoryJournal();
    Simulation.of(
            Cluster.of(
                Nodes.of("n", 2).devices(4, DeviceModels.A100).build(),
                List.of(Queues.of(Jobs.QUEUE).build())),
            Workload.of(jobs),
            weir,
            WorldModels.IDEAL,
            0)
        .journal(journal)
        .horizon(Duration.ofDays(1))
        .run();
    file = folder.resolve("day.jsonl");
    JournalFile.export(journal, file);
    data = folder.resolve("data");
    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(data), "test")) {
      store.load(journal, new Engine(new EngineConfig(weir, Assertions.OFF, 0)));
    }
  }

  @Test
  void aWholeJournalIsVerifiedInAFileAndInAStore() {
    CommandLineRun ofFile = weir("journal", "verify", file.toString());
    CommandLineRun ofStore = weir("journal", "verify", "--data", data.toString());

    assertThat(ofFile.code()).as(ofFile.err()).isZero();
    assertThat(ofFile.out()).startsWith("whole: ").isEqualTo(ofStore.out());
  }

  @Test
  void aChangedTurnIsNamed() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(3, lines.get(3).replaceFirst("\"at\":[0-9]+", "\"at\":1"));
    Path changed = folder.resolve("changed.jsonl");
    Files.write(changed, lines);
    CommandLineRun run = weir("journal", "verify", changed.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("changed.jsonl line 4").contains("turn 3 was changed");
    assertThat(weir("journal", "verify", "--data", folder.resolve("no").toString()).err())
        .contains("there is no store");
  }

  @Test
  void theSamePolicyReproducesEveryPlan() {
    CommandLineRun run = weir("journal", "replay", file.toString());

    assertThat(run.code()).as(run.err() + run.out()).isZero();
    assertThat(run.out()).contains("every plan is the same");
  }

  @Test
  void anotherPolicyIsShownBesideWhatHappened() throws IOException {
    CommandLineRun run = weir("replay", "--policy", "fifo", "--policy", "weir", file.toString());

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("FIGURE")
        .contains("recorded")
        .contains("fifo")
        .contains("jct_mean");
    JsonNode json =
        new ObjectMapper()
            .readTree(
                weir("replay", "--policy", "fifo", "--json", "--data", data.toString()).out());
    assertThat(json.get("policies").get("fifo").get("jct_mean").asDouble()).isPositive();
    assertThat(weir("replay", "--policy", "fivo", file.toString()).err())
        .contains("unknown policy \"fivo\" (did you mean \"fifo\"?)");
  }

  @Test
  void aBackupIsRestoredAndSaysTheSame() {
    Path copy = folder.resolve("copy.db");
    Path fresh = folder.resolve("fresh");
    CommandLineRun backup = weir("backup", "--data", data.toString(), copy.toString());
    CommandLineRun restore = weir("restore", "--data", fresh.toString(), copy.toString());

    assertThat(backup.code()).as(backup.err()).isZero();
    assertThat(restore.code()).as(restore.err()).isZero();
    assertThat(weir("journal", "verify", "--data", fresh.toString()).out())
        .isEqualTo(weir("journal", "verify", "--data", data.toString()).out());
    assertThat(weir("restore", "--data", fresh.toString(), copy.toString()).err())
        .contains("a backup takes the place of no store");
    assertThat(weir("backup", "--data", data.toString(), copy.toString()).err())
        .contains("exists already");
  }

  @Test
  void anExportedStoreIsTheSameJournal() throws IOException {
    Path exported = folder.resolve("exported.jsonl.zst");
    CommandLineRun run = weir("journal", "export", "--data", data.toString(), exported.toString());

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(weir("journal", "verify", exported.toString()).out())
        .isEqualTo(weir("journal", "verify", file.toString()).out());
  }
}
