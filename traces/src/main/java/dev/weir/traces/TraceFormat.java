package dev.weir.traces;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A trace format: one SQL file, {@code <name>.sql} beside this class, cut into sections by lines
 * that begin with {@code --%}. Each section is one statement in the dialect of DuckDB.
 *
 * <ul>
 *   <li>{@code raw nodes}, {@code raw jobs}: {@code CREATE TABLE raw_nodes (...)} declares the
 *       columns of a file. The types are VARCHAR, INTEGER, BIGINT, DOUBLE and ENUM. NOT NULL: no
 *       cell may be empty. DEFAULT: the column may be missing and an empty cell takes the value.
 *       CHECK on one column: the values that are allowed.
 *   <li>{@code check <what>}: a SELECT of the rows that are wrong for a reason beyond one cell:
 *       {@code source} (<code>nodes</code> or {@code jobs}), {@code record} (the rowid), {@code
 *       field} (the column at fault), {@code value}, {@code message}; optionally {@code other}, the
 *       rowid of the row that <code>{place}</code> in the message stands for, and {@code
 *       candidates}, a list of valid values of which the nearest is suggested. The raw tables have
 *       a further column {@code faults}, not 0 where a cell could not be read; such a cell is NULL.
 *   <li><code>nodes</code>, {@code jobs}: a SELECT of canonical columns from the raw tables;
 *       columns with a default may be left out. One row per raw row, in its order.
 *   <li>{@code note <key>}: a SELECT of {@code count} and {@code text}, for {@link TraceNote}.
 * </ul>
 *
 * @param name name of the format
 * @param raw table declarations
 * @param maps SELECTs of the canonical columns
 * @param checks by what they check, in the order of the file
 * @param notes by key, in the order of the file
 */
record TraceFormat(
    String name,
    Map<Role, String> raw,
    Map<Role, String> maps,
    List<Section> checks,
    List<Section> notes) {

  private static final String MARK = "--%";

  /** A named statement. */
  record Section(String title, String sql) {}

  /** Reads the SQL file of a format. */
  static TraceFormat load(String name) {
    String resource = name + ".sql";
    try (InputStream in = TraceFormat.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the SQL file " + resource + " is missing");
      }
      return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Cuts the text of an SQL file into its sections. */
  static TraceFormat parse(String name, String text) {
    var raw = new EnumMap<Role, String>(Role.class);
    var maps = new EnumMap<Role, String>(Role.class);
    var checks = new ArrayList<Section>();
    var notes = new ArrayList<Section>();
    for (Section section : sections(text)) {
      String[] words = section.title().split(" ", 2);
      String rest = words.length > 1 ? words[1] : "";
      switch (words[0]) {
        case "raw" -> raw.put(role(name, rest), section.sql());
        case "check" -> checks.add(new Section(rest, section.sql()));
        case "note" -> notes.add(new Section(rest, section.sql()));
        default -> maps.put(role(name, section.title()), section.sql());
      }
    }
    if (!raw.keySet().equals(maps.keySet()) || !raw.containsKey(Role.JOBS)) {
      throw new IllegalStateException("format " + name + ": each raw section needs its mapping");
    }
    return new TraceFormat(name, raw, maps, List.copyOf(checks), List.copyOf(notes));
  }

  private static Role role(String format, String word) {
    for (Role role : Role.values()) {
      if (role.label().equals(word)) {
        return role;
      }
    }
    throw new IllegalStateException("format " + format + ": unknown section \"" + word + "\"");
  }

  private static List<Section> sections(String text) {
    var found = new ArrayList<Section>();
    String title = "";
    var body = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (!line.startsWith(MARK)) {
        body.append(line).append('\n');
        continue;
      }
      close(found, title, body);
      title = line.substring(MARK.length()).strip();
    }
    close(found, title, body);
    return found;
  }

  private static void close(List<Section> found, String title, StringBuilder body) {
    if (!title.isEmpty()) {
      found.add(new Section(title, body.toString().strip()));
    }
    body.setLength(0);
  }
}
