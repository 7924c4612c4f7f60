package dev.weir.store.sql;

import dev.weir.store.StoreConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.jooq.SQLDialect;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL database, which several servers may share. */
record PostgresDatabase(StoreConfig.Postgres config) implements Database {
  /** Seconds after which a connection that does not answer counts as lost. */
  private static final int SILENCE = 5;

  @Override
  public SQLDialect dialect() {
    return SQLDialect.POSTGRES;
  }

  @Override
  public Map<String, String> placeholders() {
    return Map.of(
        "key", "bigint",
        "bytes", "bytea",
        "generated", " generated always as identity",
        // Names are found by their beginnings whatever the database's collation is.
        "pattern", " text_pattern_ops",
        "clustered", "");
  }

  @Override
  public DataSource plain() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(config.url());
    source.setUser(config.user());
    source.setPassword(config.password());
    source.setConnectTimeout(SILENCE);
    source.setApplicationName("weir");
    source.setReWriteBatchedInserts(true);
    return source;
  }

  @Override
  public Connection writer() throws SQLException {
    PGSimpleDataSource source = (PGSimpleDataSource) plain();
    source.setSocketTimeout(6 * SILENCE);
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("set session synchronous_commit = on"); // whatever the server's default is
      // A leader that is frozen inside a commit must not bar the next one for ever.
      statement.execute(
          "set session idle_in_transaction_session_timeout = " + config.lease().toMillis());
    }
    connection.commit();
    return connection;
  }

  @Override
  public Connection reader() throws SQLException {
    Connection connection = plain().getConnection();
    connection.setReadOnly(true);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public String place() {
    return config.url();
  }
}
