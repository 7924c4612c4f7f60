package dev.weir.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.control.Journal.Link;
import dev.weir.control.JournalFailure;
import dev.weir.control.Origin;
import dev.weir.control.Turn;
import dev.weir.model.event.Event;
import dev.weir.store.StoreConfig;
import dev.weir.testkit.Jobs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk fails at each statement of a commit, and at the commit itself, before it and after it.
 */
class FailingCommitTest {
  @TempDir Path folder;

  /** A turn that writes into every table; what follows is never reached when it fails. */
  private static CompletableFuture<Turn> submit(Plant plant) {
    return plant.loop.submit(
        List.of(
            new Event.JobSubmitted(Jobs.single(50, "a").devices(8).user("ana").build()),
            new Event.SettingChanged("prices", Optional.of("{}"), "ana")),
        Origin.of("ana", "POST", Optional.of("key")));
  }

  @Test
  void losesNothingAcknowledgedAndAnswersNothingUncertain() {
    int statements = statementsOfACommit();
    assertThat(statements).isGreaterThan(6);
    for (int at = 1; at <= statements; at++) {
      for (boolean afterIt : List.of(false, true)) {
        fail(folder.resolve("f" + at + afterIt), at, afterIt, at == statements && afterIt);
      }
    }
  }

  private int statementsOfACommit() {
    Path data = folder.resolve("count");
    FailingDatabase database = database(data, false);
    try (SqlStore store = SqlStore.open(database, data, FolderLease.take(data, "x"))) {
      Plant plant = new Plant(store).set();
      submit(plant);
      int before = database.calls();
      plant.loop.turn();
      return database.calls() - before;
    }
  }

  private static FailingDatabase database(Path data, boolean afterIt) {
    return new FailingDatabase(new SqliteDatabase(data.resolve(SqlStore.FILE), true), afterIt);
  }

  private void fail(Path data, int at, boolean afterIt, boolean durable) {
    Link before;
    FailingDatabase database = database(data, afterIt);
    try (SqlStore store = SqlStore.open(database, data, FolderLease.take(data, "x"))) {
      Plant plant = new Plant(store).set();
      plant.submit(Jobs.single(1, "kept").devices(8).build());
      before = store.head();
      int executed = plant.world.executed().size();
      CompletableFuture<Turn> answer = submit(plant);
      database.failAt(at);

      assertThatThrownBy(plant.loop::turn).isInstanceOf(JournalFailure.class);

      assertThat(answer).isCompletedExceptionally();
      assertThat(plant.world.executed()).hasSize(executed);
      assertThatThrownBy(plant.loop::turn).isInstanceOf(IllegalStateException.class);
    }
    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(data), "x")) {
      assertThat(store.verify().sequence()).isEqualTo(before.sequence() + (durable ? 1 : 0));
      // All of the turn or nothing of it: the read models are those of the journal.
      List<String> found = Dump.of(store.database());
      store.rebuild(Plant.engine());
      assertThat(Dump.of(store.database())).isEqualTo(found);
      Plant again = new Plant(store, Plant.START + 1);
      again.submit(Jobs.single(60, "next").devices(1).build());
      assertThat(store.reads().job(new dev.weir.model.id.JobId(60))).isPresent();
    }
  }
}
