package dev.weir.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.store.StoreConfig;
import dev.weir.testkit.Jobs;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that submits jobs is killed again and again; each job that it said to be durable must
 * be there afterwards. {@code -Dweir.kills=1000} sets the number of kills.
 */
class KilledWriterTest {
  @TempDir Path folder;

  @Test
  void losesNothingAcknowledged() throws IOException, InterruptedException {
    int kills = Integer.getInteger("weir.kills", 3);
    Random random = new Random(4);
    List<Long> acknowledged = new ArrayList<>();
    for (int i = 0; i < kills; i++) {
      acknowledged.addAll(killed(1 + random.nextInt(400)));
    }
    assertThat(acknowledged.size()).isGreaterThan(kills);
    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(folder), "x")) {
      long turns = store.verify().sequence();
      assertThat(turns).isGreaterThanOrEqualTo(acknowledged.size());
      for (long job : acknowledged) {
        assertThat(store.reads().job(new JobId(job))).isPresent();
        assertThat(store.reads().spec(new JobId(job))).isPresent();
        assertThat(store.reads().byKey("ana", "k" + job).orElseThrow().jobs())
            .containsExactly(new JobId(job));
      }
      List<String> found = Dump.of(store.database());
      store.rebuild(Plant.engine());
      assertThat(Dump.of(store.database())).isEqualTo(found);
    }
  }

  /** Runs a writer until it has said so many lines, and kills it in the midst of the next. */
  private List<Long> killed(int lines) throws IOException, InterruptedException {
    List<Long> said = new ArrayList<>();
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledWriterTest.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      while (line != null && said.size() < lines) {
        said.add(Long.parseLong(line));
        line = out.readLine();
      }
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      // What was said before the kill and not read yet was acknowledged too.
      while (line != null) {
        if (!line.isEmpty() && out.ready()) {
          said.add(Long.parseLong(line));
        }
        line = out.ready() ? out.readLine() : null;
      }
    }
    assertThat(said).isNotEmpty();
    return said;
  }

  /** The writer: goes on where the store stopped, and says each job when it is durable. */
  public static void main(String[] args) {
    SqlStore store = SqlStore.open(new StoreConfig.Sqlite(Path.of(args[0])), "writer");
    boolean first = store.head().sequence() == 0;
    Plant plant = new Plant(store, System.currentTimeMillis());
    if (first) {
      plant.set();
    }
    long next =
        store
            .reads()
            .jobs(dev.weir.store.JobFilter.ALL, java.util.OptionalLong.empty(), 1)
            .items()
            .stream()
            .mapToLong(r -> r.id().value() + 1)
            .findFirst()
            .orElse(1);
    while (true) {
      long job = next++;
      plant.clock.advance(1);
      plant.submit(
          Jobs.single(job, "j" + job).devices(1).user("ana").build(), Optional.of("k" + job));
      System.out.println(job);
      System.out.flush();
      if (job % 2 == 0) {
        plant.end(job, Event.End.COMPLETED, 0);
      }
    }
  }
}
