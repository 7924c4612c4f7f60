package dev.weir.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Damages a database. */
final class Sql {
  private Sql() {}

  static void run(Database database, String statement) {
    try (Connection connection = database.plain().getConnection();
        Statement s = connection.createStatement()) {
      s.execute(statement);
    } catch (SQLException e) {
      throw new AssertionError(statement, e);
    }
  }
}
