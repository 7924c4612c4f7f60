package dev.weir.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.control.Journal.Link;
import dev.weir.control.JournalFailure;
import dev.weir.store.StoreConfig;
import dev.weir.store.file.JournalFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every format that was ever released is opened, verified, replayed and brought up to date. */
class ReleasedFormatsTest {
  @TempDir Path folder;

  private Path copy(int format, String name, String as) throws IOException {
    Path to = folder.resolve(as);
    Files.createDirectories(to.getParent());
    try (InputStream in =
        ReleasedFormatsTest.class.getResourceAsStream("/released/" + format + "/" + name)) {
      Files.copy(Objects.requireNonNull(in, name), to);
    }
    return to;
  }

  @ParameterizedTest
  @ValueSource(ints = {1})
  void opensTheDatabase(int format) throws IOException {
    copy(format, "weir.db", "data/weir.db");
    Link journal = JournalFile.open(copy(format, "journal.jsonl", "journal.jsonl")).verify();

    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(folder.resolve("data")), "x")) {
      assertThat(store.verify()).isEqualTo(journal);
      Plant plant = new Plant(store, Plant.START * 2);
      assertThat(plant.loop.engine().state().jobs.find(new dev.weir.model.id.JobId(1))).isNotNull();
      plant.submit(dev.weir.testkit.Jobs.single(90, "new").devices(1).queue("vision").build());
      assertThat(store.verify().sequence()).isGreaterThan(journal.sequence());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1})
  void derivesTheReadModelsOfTheJournal(int format) throws IOException {
    copy(format, "weir.db", "data/weir.db");
    Path file = copy(format, "journal.jsonl", "journal.jsonl");

    try (SqlStore old = SqlStore.open(new StoreConfig.Sqlite(folder.resolve("data")), "x");
        SqlStore fresh = SqlStore.open(new StoreConfig.Sqlite(folder.resolve("fresh")), "y")) {
      fresh.load(JournalFile.open(file), Plant.engine());
      assertThat(Dump.of(fresh.database())).isEqualTo(Dump.of(old.database()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1})
  void noticesEveryDamageOfAFile(int format) throws IOException {
    List<String> lines = Files.readAllLines(copy(format, "journal.jsonl", "whole.jsonl"));
    assertThat(lines.size()).isGreaterThan(5);

    refused(lines.subList(0, lines.size() - 1), "cut off after turn " + (lines.size() - 2));
    refused(without(lines, 3), "line 4: turn 3 was changed");
    refused(
        with(lines, 2, lines.get(2).replace("\"at\":", "\"at\":1")), "line 3: turn 2 was changed");
    refused(with(lines, 0, "{\"weirJournal\":2}"), "newer version");
    refused(with(lines, 0, "{}"), "no exported journal");
    refused(with(without(lines, lines.size() - 2), 0, lines.getFirst()), "the last line says");
  }

  private static List<String> without(List<String> lines, int line) {
    List<String> left = new java.util.ArrayList<>(lines);
    left.remove(line);
    return left;
  }

  private static List<String> with(List<String> lines, int line, String text) {
    List<String> changed = new java.util.ArrayList<>(lines);
    changed.set(line, text);
    return changed;
  }

  private void refused(List<String> lines, String message) throws IOException {
    Path file = Files.write(folder.resolve("damaged.jsonl"), lines);
    assertThatThrownBy(() -> JournalFile.open(file).verify())
        .isInstanceOf(JournalFailure.class)
        .hasMessageContaining(message);
  }

  /** Writes the fixtures of the present format into a folder. */
  public static void main(String[] folder) {
    Path to = Path.of(folder[0]);
    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(to.resolve("data")), "fixture")) {
      StoreContract.busy(store);
      JournalFile.export(store, to.resolve("journal.jsonl"));
      store.backup(to.resolve("weir.db"));
    }
  }
}
