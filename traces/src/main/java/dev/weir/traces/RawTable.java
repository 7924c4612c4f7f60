package dev.weir.traces;

import dev.weir.model.problem.Problem;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Fills the raw table of one role from a relation. Cells that cannot be read become NULL and set a
 * bit of the column {@code faults}; cells that break a rule of their column are found afterwards.
 * Both are reported with their text, and their rows are written down in the table {@code bad}.
 */
final class RawTable {
  private final Duck duck;
  private final Role role;
  private final Declaration declaration;
  private final Relation relation;
  private final Origin origin;
  private final Findings findings;

  RawTable(
      Duck duck,
      Role role,
      Declaration declaration,
      Relation relation,
      Origin origin,
      Findings findings) {
    this.duck = duck;
    this.role = role;
    this.declaration = declaration;
    this.relation = relation;
    this.origin = origin;
    this.findings = findings;
  }

  /** Fills the table and reports; returns the number of rows. */
  long fill() throws SQLException {
    duck.execute("DROP TABLE " + role.rawTable());
    duck.execute("CREATE TABLE %s AS %s".formatted(role.rawTable(), selection()));
    reportCells();
    for (Declaration.Rule rule : declaration.rules()) {
      report(rule);
    }
    return duck.count("SELECT count(*) FROM " + role.rawTable());
  }

  /**
   * Three layers, so that each cell is read once: the raw cell r, the value t, and what both say
   * together.
   */
  private String selection() {
    var raw = new ArrayList<String>();
    var read = new ArrayList<String>();
    var values = new ArrayList<String>();
    var faults = new ArrayList<String>();
    for (int i = 0; i < declaration.columns().size(); i++) {
      Column column = declaration.columns().get(i);
      Relation.Cell cell = relation.cells().get(column.name());
      String name = Duck.name(column.name());
      String fallback = "CAST(%s AS %s)".formatted(column.fallback().orElse("NULL"), column.type());
      if (cell == null) {
        values.add("%s AS %s".formatted(fallback, name));
        continue;
      }
      raw.add("%s AS r%d".formatted(cell.raw(), i));
      read.add("r%d, %s AS t%d".formatted(i, reading(column, cell, i), i));
      values.add("if(r%d IS NULL, %s, t%d) AS %s".formatted(i, fallback, i, name));
      faults.add(faultBit(i, column));
    }
    return "SELECT %s, %s AS faults FROM (SELECT %s FROM (SELECT %s FROM %s))"
        .formatted(
            String.join(", ", values),
            String.join(" | ", faults),
            String.join(", ", read),
            String.join(", ", raw),
            relation.from());
  }

  private static String reading(Column column, Relation.Cell cell, int i) {
    return cell.isText()
        ? column.fromText("r" + i)
        : column.fromTyped("r" + i, cell.type()).orElseThrow();
  }

  private static String faultBit(int i, Column column) {
    boolean mayBeEmpty = !column.required() || column.optional();
    String wrong = mayBeEmpty ? "r%d IS NOT NULL AND t%d IS NULL" : "t%2$d IS NULL";
    return "if(%s, 1::BIGINT << %d, 0)".formatted(wrong.formatted(i, i), i);
  }

  private void reportCells() throws SQLException {
    String raw = role.rawTable();
    if (duck.count("SELECT count(*) FROM %s WHERE faults <> 0".formatted(raw)) == 0) {
      return;
    }
    duck.execute(
        "INSERT INTO main.bad SELECT %s, rowid FROM %s WHERE faults <> 0"
            .formatted(Duck.text(role.label()), raw));
    for (int i = 0; i < declaration.columns().size(); i++) {
      Column column = declaration.columns().get(i);
      Relation.Cell cell = relation.cells().get(column.name());
      if (cell != null) {
        reportCells(i, column, cell);
      }
    }
  }

  private void reportCells(int i, Column column, Relation.Cell cell) throws SQLException {
    String faulty = "FROM %s WHERE faults & (1::BIGINT << %d) <> 0".formatted(role.rawTable(), i);
    long count = duck.count("SELECT count(*) " + faulty);
    if (count == 0) {
      return;
    }
    duck.execute(
        "CREATE TEMP TABLE cells AS SELECT CAST(%s AS VARCHAR) AS cell FROM %s"
            .formatted(cell.raw(), relation.from()));
    String first =
        "SELECT rowid, cell FROM cells WHERE rowid IN (SELECT rowid %s) ORDER BY rowid LIMIT %d"
            .formatted(faulty, findings.listed());
    List<Problem> problems =
        duck.query(
            first,
            row -> cellProblem(row.getLong(1), column, Optional.ofNullable(row.getString(2))));
    duck.execute("DROP TABLE cells");
    findings.add(problems, count);
  }

  private Problem cellProblem(long row, Column column, Optional<String> value) {
    if (value.isEmpty()) {
      return origin.problem(row, column.name(), value, "is empty").expecting(column.expected());
    }
    String text = value.get();
    if (column.whole()) {
      String message =
          text.matches(Column.WHOLE)
              ? "does not fit into a whole number of %d bits".formatted(column.bits())
              : "is not a whole number";
      return origin.problem(row, column.name(), value, message);
    }
    if (column.values().isEmpty()) {
      return origin.problem(row, column.name(), value, numberMessage(text));
    }
    String message = "is none of " + String.join(", ", column.values());
    return origin.problem(row, column.name(), value, message, column.values());
  }

  private static String numberMessage(String text) {
    if (text.matches(Column.NUMBER)) {
      return "is too large for a number";
    }
    boolean word = text.toLowerCase(Locale.ROOT).matches("[+-]?(nan|inf(inity)?)");
    return word ? "is not a finite number" : "is not a number";
  }

  private void report(Declaration.Rule rule) throws SQLException {
    String name = Duck.name(rule.column());
    String faulty = "FROM %s WHERE NOT %s".formatted(role.rawTable(), rule.condition());
    long count = duck.count("SELECT count(*) " + faulty);
    if (count == 0) {
      return;
    }
    duck.execute(
        "INSERT INTO main.bad SELECT %s, rowid %s".formatted(Duck.text(role.label()), faulty));
    String first =
        "SELECT rowid, CAST(%s AS VARCHAR) %s ORDER BY rowid LIMIT %d"
            .formatted(name, faulty, findings.listed());
    findings.add(
        duck.query(
            first,
            row ->
                origin
                    .problem(
                        row.getLong(1),
                        rule.column(),
                        Optional.ofNullable(row.getString(2)),
                        "is out of range")
                    .expecting(rule.words())),
        count);
  }
}
