package dev.weir.traces;

import java.util.Map;

/**
 * Something that DuckDB can select from, with the columns that it really has.
 *
 * @param from what stands behind FROM
 * @param cells the columns by name, in order
 */
record Relation(String from, Map<String, Cell> cells) {

  /**
   * A column.
   *
   * @param sql how it is selected
   * @param type its type; empty where it is a text to be read, as in a CSV file
   */
  record Cell(String sql, String type) {
    static Cell text(String sql) {
      return new Cell(sql, "");
    }

    boolean isText() {
      return type.isEmpty();
    }

    /** SQL of the cell with empty texts as NULL. */
    String raw() {
      boolean text = isText() || type.equals("VARCHAR");
      return text ? "nullif(%s, '')".formatted(sql) : sql;
    }
  }
}
