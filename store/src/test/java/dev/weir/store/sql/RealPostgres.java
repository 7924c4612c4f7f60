package dev.weir.store.sql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.store.StoreConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** One PostgreSQL server for all tests of this JVM, on a free port of loopback. */
final class RealPostgres {
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static EmbeddedPostgres server;
  private static String missing = "";

  private RealPostgres() {}

  /** A new database; the test is skipped, with the reason, when no server can be started. */
  static StoreConfig.Postgres database() {
    return database(Duration.ofSeconds(6));
  }

  static synchronized StoreConfig.Postgres database(Duration lease) {
    start();
    assumeTrue(server != null, "no PostgreSQL can be started here: " + missing);
    String name = "weir" + DATABASES.incrementAndGet();
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return new StoreConfig.Postgres(
        server.getJdbcUrl("postgres", name), "postgres", "postgres", lease);
  }

  private static void start() {
    if (server != null || !missing.isEmpty()) {
      return;
    }
    try {
      server = EmbeddedPostgres.builder().setServerConfig("max_connections", "200").start();
    } catch (IOException | RuntimeException e) {
      missing = e.toString();
    }
  }
}
