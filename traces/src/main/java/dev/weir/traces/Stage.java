package dev.weir.traces;

import dev.weir.model.problem.Problem;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One format at work in its own schema: its raw tables are declared, filled and checked, and then
 * mapped to tables named {@code nodes} and {@code jobs}.
 */
final class Stage {
  private final Duck duck;
  private final TraceFormat format;
  private final Findings findings;
  private final Map<Role, Declaration> declarations = new EnumMap<>(Role.class);
  private final Map<Role, Origin> origins = new EnumMap<>(Role.class);

  private Stage(Duck duck, TraceFormat format, Findings findings) {
    this.duck = duck;
    this.format = format;
    this.findings = findings;
  }

  /** Declares the raw tables of the format. */
  static Stage open(Duck duck, TraceFormat format, Findings findings) throws SQLException {
    var stage = new Stage(duck, format, findings);
    duck.execute("CREATE SCHEMA " + format.name());
    duck.execute("USE " + format.name());
    duck.execute("CREATE OR REPLACE TABLE main.bad (source VARCHAR, record BIGINT)");
    for (Map.Entry<Role, String> raw : format.raw().entrySet()) {
      stage.declarations.put(
          raw.getKey(), Declaration.declare(duck, format.name(), raw.getKey(), raw.getValue()));
    }
    return stage;
  }

  TraceFormat format() {
    return format;
  }

  Map<Role, Declaration> declarations() {
    return declarations;
  }

  /** The declaration of one role. */
  Declaration declaration(Role role) {
    Declaration declaration = declarations.get(role);
    if (declaration == null) {
      throw new InvalidTrace(
          Problem.ofFile(role.label(), "the format " + format.name() + " has no such file"));
    }
    return declaration;
  }

  /** Fills a raw table; returns its rows. */
  long fill(Role role, Relation relation, Origin origin) throws SQLException {
    origins.put(role, origin);
    return new RawTable(duck, role, declaration(role), relation, origin, findings).fill();
  }

  /** Runs the checks of the format over the filled tables. */
  void check() throws SQLException {
    for (TraceFormat.Section check : format.checks()) {
      duck.execute("CREATE TEMP TABLE found AS " + check.sql());
      long count = duck.count("SELECT count(*) FROM found");
      if (count > 0) {
        report(count);
      }
      duck.execute("DROP TABLE found");
    }
  }

  private void report(long count) throws SQLException {
    duck.execute("INSERT INTO main.bad SELECT source, record FROM found");
    List<String> columns =
        duck.query("SELECT column_name FROM (DESCRIBE found)", row -> row.getString(1));
    List<Problem> problems =
        duck.query(
            "SELECT * FROM found ORDER BY source, record LIMIT " + findings.listed(),
            row -> problem(row, columns));
    findings.add(problems, count);
  }

  private Problem problem(ResultSet row, List<String> columns) throws SQLException {
    Origin origin = origin(row.getString("source"));
    String message = row.getString("message");
    if (columns.contains("other")) {
      message = message.replace("{place}", origin.places().words(row.getLong("other")));
    }
    List<String> candidates = columns.contains("candidates") ? texts(row) : List.of();
    return origin.problem(
        row.getLong("record"),
        row.getString("field"),
        Optional.ofNullable(row.getString("value")),
        message,
        candidates);
  }

  private Origin origin(String source) {
    for (Map.Entry<Role, Origin> origin : origins.entrySet()) {
      if (origin.getKey().label().equals(source)) {
        return origin.getValue();
      }
    }
    throw new IllegalStateException(
        "format " + format.name() + ": a check speaks of \"" + source + "\", which was not read");
  }

  private static List<String> texts(ResultSet row) throws SQLException {
    Array array = row.getArray("candidates");
    var texts = new ArrayList<String>();
    if (array != null) {
      Arrays.stream((Object[]) array.getArray()).map(String::valueOf).forEach(texts::add);
    }
    return texts;
  }

  /** Takes the faulty rows out of the raw tables; returns how many rows of the role are left. */
  long keepSound(Role role) throws SQLException {
    duck.execute(
        "DELETE FROM %s WHERE rowid IN (SELECT record FROM main.bad WHERE source = %s)"
            .formatted(role.rawTable(), Duck.text(role.label())));
    return duck.count("SELECT count(*) FROM " + role.rawTable());
  }

  /** Maps the raw tables to tables named as the roles and drops them. */
  void map() throws SQLException {
    for (Map.Entry<Role, String> map : format.maps().entrySet()) {
      duck.execute("CREATE TABLE %s AS %s".formatted(map.getKey().label(), map.getValue()));
    }
  }

  /** What the format has to say about the rows. */
  List<TraceNote> notes() throws SQLException {
    var notes = new ArrayList<TraceNote>();
    for (TraceFormat.Section note : format.notes()) {
      duck
          .query(
              note.sql(),
              row -> {
                long count = row.getLong("count");
                return new TraceNote(note.title(), count, count + " " + row.getString("text"));
              })
          .stream()
          .filter(found -> found.count() > 0)
          .forEach(notes::add);
    }
    return notes;
  }

  /** Frees the raw tables. */
  void dropRaw() throws SQLException {
    for (Role role : format.raw().keySet()) {
      duck.execute("DROP TABLE " + role.rawTable());
    }
  }

  /** The mapped table of a role, for the next stage. */
  Relation mapped(Role role) throws SQLException {
    return relation(duck, Duck.name(format.name()) + "." + role.label());
  }

  /** Any table or table function as a relation with the types that it has. */
  static Relation relation(Duck duck, String from) throws SQLException {
    var cells = new LinkedHashMap<String, Relation.Cell>();
    duck.query(
        "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM %s)".formatted(from),
        row ->
            cells.put(
                row.getString(1),
                new Relation.Cell(Duck.name(row.getString(1)), row.getString(2))));
    return new Relation(from, cells);
  }
}
