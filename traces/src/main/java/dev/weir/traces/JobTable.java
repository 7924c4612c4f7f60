package dev.weir.traces;

import dev.weir.model.job.JobKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The jobs of a trace in the order of submission, with numbers in place of repeated words. */
final class JobTable {
  private static final SortedMap<String, String> NO_PAIRS =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  static final String SELECT = "SELECT * FROM canonical.sorted_jobs";

  private final List<List<String>> models;
  private final List<String> queues;
  private final List<String> users;
  private final List<JobKind> kinds;
  private final List<EndState> endStates;
  private final List<Optional<String>> names;
  private final List<Optional<String>> modelNames;
  private final List<SortedMap<String, String>> extras;

  private JobTable(
      Words models,
      Words queues,
      Words users,
      Words kinds,
      Words endStates,
      Words names,
      Words modelNames,
      Words extras) {
    this.models = models.mapped(text -> List.of(text.split("\\|")));
    this.queues = queues.words();
    this.users = users.words();
    this.kinds = kinds.mapped(text -> JobKind.valueOf(text.toUpperCase(Locale.ROOT)));
    this.endStates = endStates.mapped(text -> EndState.valueOf(text.toUpperCase(Locale.ROOT)));
    this.names = names.mapped(Optional::of);
    this.modelNames = modelNames.mapped(Optional::of);
    this.extras = extras.mapped(JobTable::pairs);
  }

  /** Sorts and codes {@code canonical.jobs} into {@code canonical.sorted_jobs}, and drops it. */
  static JobTable make(Duck duck) throws SQLException {
    var words = new ArrayList<Words>();
    for (String column :
        List.of("models", "queue", "user", "kind", "end_state", "name", "model_name", "extra")) {
      words.add(Words.collect(duck, column));
    }
    duck.execute(
        """
        CREATE TABLE canonical.sorted_jobs AS
        SELECT j.job, j.submit_s, j.tasks, j.cpu_milli, j.memory_bytes, j.devices, j.device_milli,
          j.device_memory_bytes, j.duration_s, j.limit_s, j.priority, j.deadline_s, %s
        FROM canonical.jobs AS j%s ORDER BY j.submit_s, j.rowid"""
            .formatted(
                words.stream().map(Words::code).collect(Collectors.joining(", ")),
                words.stream().map(Words::join).collect(Collectors.joining())));
    duck.execute("DROP TABLE canonical.jobs");
    for (Words column : words) {
      column.drop(duck);
    }
    return new JobTable(
        words.get(0),
        words.get(1),
        words.get(2),
        words.get(3),
        words.get(4),
        words.get(5),
        words.get(6),
        words.get(7));
  }

  /** Reads one row of {@link #SELECT}. */
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
        word(row, 13, models, List.of()),
        number(row, 9),
        number(row, 10),
        word(row, 14, queues, ""),
        word(row, 15, users, ""),
        row.getInt(11),
        word(row, 16, kinds, JobKind.BATCH),
        word(row, 17, endStates, EndState.COMPLETED),
        number(row, 12),
        word(row, 18, names, Optional.empty()),
        word(row, 19, modelNames, Optional.empty()),
        word(row, 20, extras, NO_PAIRS));
  }

  private static <T> T word(ResultSet row, int column, List<T> words, T absent)
      throws SQLException {
    int code = row.getInt(column);
    return row.wasNull() ? absent : words.get(code);
  }

  private static OptionalDouble number(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static OptionalLong whole(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** Reads {@code key=value;key=value}. */
  static SortedMap<String, String> pairs(String text) {
    if (text.isEmpty()) {
      return NO_PAIRS;
    }
    var pairs = new TreeMap<String, String>();
    for (String pair : text.split(";")) {
      int equals = pair.indexOf('=');
      pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return Collections.unmodifiableSortedMap(pairs);
  }
}
