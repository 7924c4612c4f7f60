package dev.weir.store.sql;

import dev.weir.store.StoreConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreContract {
  @TempDir Path folder;

  @Override
  StoreConfig config() {
    return new StoreConfig.Sqlite(folder.resolve("data"));
  }
}
