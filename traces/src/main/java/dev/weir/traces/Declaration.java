package dev.weir.traces;

import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a format declares about one file.
 *
 * @param columns its columns, in order
 * @param rules values that single columns allow
 */
record Declaration(List<Column> columns, List<Rule> rules) {

  /** A condition on the values of one column. */
  record Rule(String column, String condition) {
    /** The condition as a person would write it. */
    String words() {
      return condition.startsWith("(") && condition.endsWith(")")
          ? condition.substring(1, condition.length() - 1)
          : condition;
    }
  }

  /**
   * Declares the raw table in the current schema and reads the declaration back. The table stays,
   * empty.
   */
  static Declaration declare(Duck duck, String schema, Role role, String sql) throws SQLException {
    duck.execute(sql);
    duck.execute("ALTER TABLE %s ADD COLUMN faults BIGINT DEFAULT 0".formatted(role.rawTable()));
    List<Column> columns =
        Column.of(duck, schema, role.rawTable()).stream()
            .filter(column -> !column.name().equals("faults"))
            .toList();
    String rules =
        "SELECT constraint_column_names[1], expression FROM duckdb_constraints()"
            + " WHERE schema_name = %s AND table_name = %s AND constraint_type = 'CHECK'"
                .formatted(Duck.text(schema), Duck.text(role.rawTable()));
    return new Declaration(
        columns, duck.query(rules, row -> new Rule(row.getString(1), row.getString(2))));
  }

  List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** Names of the columns that have to be there. */
  List<String> needed() {
    return columns.stream().filter(column -> !column.optional()).map(Column::name).toList();
  }

  /** Whether a file with these columns can be meant. */
  boolean fits(List<String> header) {
    return header.containsAll(needed());
  }

  /** Compares the columns of a file; says whether the file can be read in spite of the problems. */
  boolean compare(Origin origin, int line, List<String> header, Findings findings) {
    Set<String> unknown = new LinkedHashSet<>(header);
    names().forEach(unknown::remove);
    var missing = new ArrayList<>(needed());
    missing.removeAll(header);
    boolean readable = once(origin, line, header, findings) && missing.isEmpty();
    for (String name : unknown) {
      List<String> absent = names().stream().filter(known -> !header.contains(known)).toList();
      var nearest = Nearest.to(name, absent).or(() -> Nearest.to(name, names()));
      nearest.ifPresent(missing::remove);
      findings.add(at(origin, line, name, "is unknown").nearest(nearest));
    }
    for (String name : missing) {
      findings.add(at(origin, line, name, "is missing"));
    }
    return readable;
  }

  private static boolean once(Origin origin, int line, List<String> header, Findings findings) {
    Set<String> seen = new LinkedHashSet<>();
    boolean once = true;
    for (String name : header) {
      if (!seen.add(name)) {
        once = false;
        findings.add(at(origin, line, name, "occurs twice"));
      }
    }
    return once;
  }

  /** Compares the types of a binary table; says whether all can be read. */
  boolean compareTypes(Origin origin, Map<String, Relation.Cell> cells, Findings findings) {
    boolean readable = true;
    for (Column column : columns) {
      Relation.Cell cell = cells.get(column.name());
      if (cell != null && column.fromTyped(cell.sql(), cell.type()).isEmpty()) {
        readable = false;
        findings.add(
            at(origin, 0, column.name(), "has the type " + cell.type())
                .expecting(column.values().isEmpty() ? column.type() : "VARCHAR"));
      }
    }
    return readable;
  }

  private static Problem at(Origin origin, int line, String name, String message) {
    return Problem.at(origin.file(), line, 0, "column " + name, message);
  }
}
