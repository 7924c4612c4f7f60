package dev.weir.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.control.Journal.Link;
import dev.weir.control.JournalFailure;
import dev.weir.store.StoreConfig;
import dev.weir.store.StoreFailure;
import dev.weir.testkit.Jobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
  @TempDir Path folder;

  @Test
  void copiesAStoreThatGoesOnAndPutsItBack() throws IOException {
    Path file = folder.resolve("backup.db");
    Link copied;
    List<String> rows;
    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(folder.resolve("a")), "x")) {
      Plant plant = StoreContract.busy(store);
      rows = Dump.of(store.database());
      copied = store.backup(file);
      assertThat(copied).isEqualTo(store.head());
      plant.submit(Jobs.single(70, "after").devices(1).queue("vision").build());
      assertThat(store.head().sequence()).isGreaterThan(copied.sequence());
      assertThatThrownBy(() -> store.backup(file)).isInstanceOf(StoreFailure.class);
      assertThatThrownBy(() -> SqlStore.restore(file, new StoreConfig.Sqlite(folder.resolve("a"))))
          .hasMessageContaining("in use by process");
    }
    StoreConfig.Sqlite target = new StoreConfig.Sqlite(folder.resolve("b"));
    assertThat(SqlStore.restore(file, target)).isEqualTo(copied);
    try (SqlStore restored = SqlStore.open(target, "x")) {
      assertThat(restored.head()).isEqualTo(copied);
      assertThat(Dump.of(restored.database())).isEqualTo(rows);
    }
    assertThatThrownBy(() -> SqlStore.restore(file, target))
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("exists already");
  }

  @Test
  void refusesADamagedBackup() throws IOException {
    Path file = folder.resolve("backup.db");
    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(folder.resolve("a")), "x")) {
      StoreContract.busy(store);
      store.backup(file);
    }
    Sql.run(new SqliteDatabase(file, true), "delete from journal where sequence = 3");
    StoreConfig.Sqlite target = new StoreConfig.Sqlite(folder.resolve("b"));

    assertThatThrownBy(() -> SqlStore.restore(file, target))
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining("turn 3");
    assertThat(Files.exists(target.folder().resolve(SqlStore.FILE))).isFalse();
  }
}
