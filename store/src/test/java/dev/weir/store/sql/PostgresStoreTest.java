package dev.weir.store.sql;

import dev.weir.store.StoreConfig;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresStoreTest extends StoreContract {
  private StoreConfig config;

  @Override
  StoreConfig config() {
    if (config == null) {
      config = RealPostgres.database();
    }
    return config;
  }
}
