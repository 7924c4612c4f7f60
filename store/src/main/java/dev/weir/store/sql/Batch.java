package dev.weir.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** One statement of the commit, prepared once, with the rows that a turn has for it. */
final class Batch implements AutoCloseable {
  private final PreparedStatement statement;
  private int rows;

  Batch(Connection connection, Query query) throws SQLException {
    statement = connection.prepareStatement(query.getSQL());
  }

  /** Inserts rows. */
  static Query insert(DSLContext sql, Table<?> table, Field<?>... columns) {
    return sql.insertInto(table).columns(columns).values(empty(List.of(columns)));
  }

  /** Inserts rows, or writes the columns that are no key over those of the same key. */
  static Query upsert(DSLContext sql, Table<?> table, List<Field<?>> key, Field<?>... columns) {
    List<Field<?>> all = new ArrayList<>(key);
    Map<Field<?>, Field<?>> changes = new LinkedHashMap<>();
    for (Field<?> column : columns) {
      all.add(column);
      changes.put(column, DSL.excluded(column));
    }
    return sql.insertInto(table)
        .columns(all)
        .values(empty(all))
        .onConflict(key)
        .doUpdate()
        .set(changes);
  }

  /** Values yet to come. */
  static List<Field<?>> empty(List<Field<?>> columns) {
    List<Field<?>> values = new ArrayList<>(columns.size());
    columns.forEach(c -> values.add(later(c)));
    return values;
  }

  /** A value yet to come. */
  static <T> Field<T> later(Field<T> column) {
    return DSL.param(column.getName(), column.getDataType());
  }

  /** Adds a row: the values in the order of the statement's parameters. */
  void add(@Nullable Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    statement.addBatch();
    rows++;
  }

  /** Executes what was added. */
  void flush() throws SQLException {
    if (rows > 0) {
      rows = 0;
      statement.executeBatch();
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
