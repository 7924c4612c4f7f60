package dev.weir.store.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.jooq.SQLDialect;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * A SQLite file in write-ahead mode: one writer, readers beside it.
 *
 * @param synchronous whether a commit waits for the disk
 */
record SqliteDatabase(Path file, boolean synchronous) implements Database {
  @Override
  public SQLDialect dialect() {
    return SQLDialect.SQLITE;
  }

  @Override
  public Map<String, String> placeholders() {
    return Map.of(
        "key", "integer",
        "bytes", "blob",
        "generated", "",
        "pattern", "",
        "clustered", " without rowid");
  }

  @Override
  public DataSource plain() {
    return source(config());
  }

  @Override
  public Connection writer() throws SQLException {
    Connection connection = source(config()).getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("pragma cache_size = -65536"); // KiB
      // A checkpoint is paid by the commit that reaches the limit; 16 MiB keeps it rare and short.
      statement.execute("pragma wal_autocheckpoint = 4096");
    }
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public Connection reader() throws SQLException {
    Connection connection = source(config()).getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("pragma query_only = on");
      statement.execute("pragma cache_size = -16384");
    }
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public String place() {
    return file.toString();
  }

  private SQLiteConfig config() {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(
        synchronous ? SQLiteConfig.SynchronousMode.FULL : SQLiteConfig.SynchronousMode.NORMAL);
    config.setBusyTimeout(10_000);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    return config;
  }

  private SQLiteDataSource source(SQLiteConfig config) {
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }
}
