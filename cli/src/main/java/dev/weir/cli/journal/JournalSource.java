package dev.weir.cli.journal;

import dev.weir.control.Journal;
import dev.weir.store.StoreConfig;
import dev.weir.store.file.JournalFile;
import dev.weir.store.sql.SqlStore;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Where a journal is read from: an exported file, or the store of a data folder. */
final class JournalSource {
  private JournalSource() {}

  /**
   * Reads it, and closes what was opened.
   *
   * @throws dev.weir.control.JournalFailure there is none, or it is damaged
   */
  static <T> T read(Optional<Path> file, Path data, Function<Journal, T> reading) {
    if (file.isPresent()) {
      return reading.apply(JournalFile.open(file.get()));
    }
    try (SqlStore store = SqlStore.inspect(new StoreConfig.Sqlite(data))) {
      return reading.apply(store);
    }
  }
}
