package dev.weir.traces;

import dev.weir.model.job.JobKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Turns rows of the canonical tables into records. Texts that repeat (queues, users, models) are
 * kept once, as a million jobs name few of them.
 */
final class Rows {
  static final String NODES =
      "SELECT node, cpu_milli, memory_bytes, devices, model, labels FROM canonical.nodes ORDER BY"
          + " rowid";

  static final String JOBS =
      """
      SELECT job, submit_s, tasks, cpu_milli, memory_bytes, devices, device_milli,
        device_memory_bytes, models, duration_s, limit_s, queue, "user", priority, kind, end_state,
        deadline_s, name, model_name, extra
      FROM canonical.jobs ORDER BY submit_s, rowid""";

  private static final int REMEMBERED = 1 << 16;
  private static final SortedMap<String, String> NO_PAIRS =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  private final Map<String, String> words = new HashMap<>();
  private final Map<String, Optional<String>> names = new HashMap<>();
  private final Map<String, List<String>> models = new HashMap<>();
  private final Map<String, SortedMap<String, String>> pairs = new HashMap<>();

  TraceNode node(ResultSet row) throws SQLException {
    return new TraceNode(
        row.getString(1),
        row.getLong(2),
        row.getLong(3),
        row.getInt(4),
        word(row.getString(5)),
        pairs(row.getString(6)));
  }

  TraceJob job(ResultSet row) throws SQLException {
    return new TraceJob(
        row.getString(1),
        row.getDouble(2),
        row.getInt(3),
        row.getLong(4),
        row.getLong(5),
        row.getInt(6),
        row.getInt(7),
        whole(row, 8),
        models(row.getString(9)),
        number(row, 10),
        number(row, 11),
        word(row.getString(12)),
        word(row.getString(13)),
        row.getInt(14),
        JobKind.valueOf(row.getString(15).toUpperCase(Locale.ROOT)),
        EndState.valueOf(row.getString(16).toUpperCase(Locale.ROOT)),
        number(row, 17),
        name(row.getString(18)),
        name(row.getString(19)),
        pairs(row.getString(20)));
  }

  private static OptionalDouble number(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static OptionalLong whole(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private String word(String text) {
    return words.size() < REMEMBERED ? words.computeIfAbsent(text, same -> same) : text;
  }

  private Optional<String> name(String text) {
    if (text == null) {
      return Optional.empty();
    }
    return names.size() < REMEMBERED
        ? names.computeIfAbsent(text, Optional::of)
        : Optional.of(text);
  }

  private List<String> models(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    return models.size() < REMEMBERED ? models.computeIfAbsent(text, Rows::split) : split(text);
  }

  private static List<String> split(String text) {
    return List.of(text.split("\\|"));
  }

  private SortedMap<String, String> pairs(String text) {
    if (text.isEmpty()) {
      return NO_PAIRS;
    }
    return pairs.size() < REMEMBERED
        ? pairs.computeIfAbsent(text, Rows::parsePairs)
        : parsePairs(text);
  }

  private static SortedMap<String, String> parsePairs(String text) {
    var pairs = new TreeMap<String, String>();
    for (String pair : text.split(";")) {
      int equals = pair.indexOf('=');
      pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return Collections.unmodifiableSortedMap(pairs);
  }
}
