package dev.weir.traces;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A column as a format declares it.
 *
 * @param name its name
 * @param type its type in DuckDB's words
 * @param required no cell may be empty
 * @param fallback SQL of the value of an empty cell or missing column; empty when the column has to
 *     be there
 * @param values the values of an ENUM, else empty
 */
record Column(
    String name, String type, boolean required, Optional<String> fallback, List<String> values) {

  /** Spelling of a whole number. */
  static final String WHOLE = "[+-]?[0-9]+";

  /** Spelling of a number; words such as NaN are none. */
  static final String NUMBER = "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?";

  /** The columns that a raw table was declared with, in order. */
  static List<Column> of(Duck duck, String schema, String table) throws SQLException {
    // Not duckdb_columns(), which binds every view of the catalogue and takes 40 ms.
    String sql =
        "SELECT name, type, \"notnull\", dflt_value FROM pragma_table_info(%s) ORDER BY cid"
            .formatted(Duck.text(schema + '.' + table));
    record Declared(String name, String type, boolean required, Optional<String> fallback) {}
    List<Declared> declared =
        duck.query(
            sql,
            row ->
                new Declared(
                    row.getString(1),
                    row.getString(2),
                    row.getBoolean(3),
                    Optional.ofNullable(row.getString(4))));
    var columns = new ArrayList<Column>();
    for (Declared column : declared) {
      List<String> values =
          column.type().startsWith("ENUM")
              ? duck.query(
                  "SELECT unnest(enum_range(NULL::%s))::VARCHAR".formatted(column.type()),
                  row -> row.getString(1))
              : List.of();
      columns.add(
          new Column(column.name(), column.type(), column.required(), column.fallback(), values));
    }
    return List.copyOf(columns);
  }

  boolean optional() {
    return fallback.isPresent();
  }

  boolean whole() {
    return type.equals("INTEGER") || type.equals("BIGINT");
  }

  /** Width of a whole number. */
  int bits() {
    return type.equals("INTEGER") ? 32 : 64;
  }

  /** What a cell has to be, in words. */
  String expected() {
    if (whole()) {
      return "a whole number";
    }
    if (type.equals("DOUBLE")) {
      return "a number";
    }
    return values.isEmpty() ? "a text" : "one of " + String.join(", ", values);
  }

  /** SQL that reads a text; NULL where it cannot be read. */
  String fromText(String sql) {
    if (whole()) {
      return spelled(sql, WHOLE, "TRY_CAST(%s AS %s)".formatted(sql, type));
    }
    if (type.equals("DOUBLE")) {
      return spelled(sql, NUMBER, finite("TRY_CAST(%s AS DOUBLE)".formatted(sql)));
    }
    return values.isEmpty() ? sql : "TRY_CAST(%s AS %s)".formatted(sql, type);
  }

  /**
   * SQL that reads a value of another type; NULL where it does not fit, nothing where the types do
   * not agree.
   */
  Optional<String> fromTyped(String sql, String given) {
    boolean text = given.equals("VARCHAR") || given.startsWith("ENUM");
    boolean integer = given.matches("U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?");
    if (whole()) {
      return integer ? Optional.of("TRY_CAST(%s AS %s)".formatted(sql, type)) : Optional.empty();
    }
    if (type.equals("DOUBLE")) {
      boolean number = integer || given.equals("FLOAT") || given.equals("DOUBLE");
      return number || given.startsWith("DECIMAL")
          ? Optional.of(finite("TRY_CAST(%s AS DOUBLE)".formatted(sql)))
          : Optional.empty();
    }
    return text ? Optional.of(fromText("CAST(%s AS VARCHAR)".formatted(sql))) : Optional.empty();
  }

  private static String spelled(String sql, String pattern, String value) {
    return "CASE WHEN regexp_full_match(%s, %s) THEN %s END"
        .formatted(sql, Duck.text(pattern), value);
  }

  private static String finite(String sql) {
    return "CASE WHEN isfinite(%s) THEN %s END".formatted(sql, sql);
  }
}
