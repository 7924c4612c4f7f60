package dev.weir.store.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Table;

/** All rows of all read models as text, to compare. */
final class Dump {
  private Dump() {}

  static List<String> of(Database database) {
    List<String> rows = new ArrayList<>();
    try (Connection connection = database.plain().getConnection();
        Statement statement = connection.createStatement()) {
      for (Table<?> table : ReadModels.TABLES) {
        List<String> some = new ArrayList<>();
        try (ResultSet found = statement.executeQuery("select * from " + table.getName())) {
          while (found.next()) {
            StringBuilder row = new StringBuilder(table.getName());
            for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
              row.append('|').append(found.getString(i));
            }
            some.add(row.toString());
          }
        }
        some.sort(null);
        rows.addAll(some);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return rows;
  }
}
