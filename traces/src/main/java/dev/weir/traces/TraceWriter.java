package dev.weir.traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Writes the canonical form: Parquet with zstd when the name ends in {@code .parquet}, else CSV,
 * compressed when it ends in {@code .gz}. A file appears whole or not at all, and replaces one of
 * the same name.
 */
public final class TraceWriter {
  private TraceWriter() {}

  /** Writes jobs in the order given; they are not held in the heap. Returns how many there were. */
  public static long writeJobs(Path file, Iterator<TraceJob> jobs) throws IOException {
    return write(file, Role.JOBS, jobs, TraceWriter::append);
  }

  /** Writes nodes in the order given. Returns how many there were. */
  public static long writeNodes(Path file, List<TraceNode> nodes) throws IOException {
    return write(file, Role.NODES, nodes.iterator(), TraceWriter::append);
  }

  private interface Cell<T> {
    void append(DuckDBAppender to, String column, T row) throws SQLException;
  }

  private static <T> long write(Path file, Role role, Iterator<T> rows, Cell<T> cells)
      throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NotDirectoryException(String.valueOf(folder));
    }
    Path unfinished = Files.createTempFile(folder, ".weir-", ".part");
    try (Duck duck = Duck.open()) {
      List<Column> columns = declare(duck, role);
      // One transaction, not one for each chunk of rows.
      duck.execute("BEGIN");
      long count = fill(duck, role, columns, rows, cells);
      duck.execute(
          "COPY %s TO %s (%s)"
              .formatted(role.label(), Duck.text(unfinished.toString()), how(file)));
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
      return count;
    } catch (SQLException broken) {
      throw new IOException("DuckDB cannot write " + file + ": " + broken.getMessage(), broken);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static String how(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".parquet")) {
      return "FORMAT parquet, COMPRESSION zstd";
    }
    return "FORMAT csv, HEADER, COMPRESSION " + (name.endsWith(".gz") ? "gzip" : "none");
  }

  /** A table of the canonical columns; words are written as texts. */
  private static List<Column> declare(Duck duck, Role role) throws SQLException {
    String sql = TraceFormat.load(TraceFormats.CANONICAL).raw().get(role);
    List<Column> columns = Declaration.declare(duck, "main", role, String.valueOf(sql)).columns();
    duck.execute(
        columns.stream()
            .map(column -> Duck.name(column.name()) + ' ' + stored(column))
            .collect(Collectors.joining(", ", "CREATE TABLE " + role.label() + " (", ")")));
    return columns;
  }

  private static String stored(Column column) {
    return column.values().isEmpty() ? column.type() : "VARCHAR";
  }

  private static <T> long fill(
      Duck duck, Role role, List<Column> columns, Iterator<T> rows, Cell<T> cells)
      throws SQLException {
    long count = 0;
    DuckDBConnection connection = duck.connection().unwrap(DuckDBConnection.class);
    try (DuckDBAppender appender = connection.createAppender("main", role.label())) {
      while (rows.hasNext()) {
        T row = rows.next();
        appender.beginRow();
        for (Column column : columns) {
          cells.append(appender, column.name(), row);
        }
        appender.endRow();
        count++;
      }
    }
    return count;
  }

  private static void append(DuckDBAppender to, String column, TraceNode node) throws SQLException {
    switch (column) {
      case "node" -> to.append(node.node());
      case "cpu_milli" -> to.append(node.cpuMilli());
      case "memory_bytes" -> to.append(node.memoryBytes());
      case "devices" -> to.append(node.devices());
      case "model" -> to.append(node.model());
      case "labels" -> to.append(pairs(node.labels()));
      default -> throw new IllegalStateException("no such canonical column: " + column);
    }
  }

  private static void append(DuckDBAppender to, String column, TraceJob job) throws SQLException {
    switch (column) {
      case "job" -> to.append(job.job());
      case "submit_s" -> to.append(job.submitSeconds());
      case "tasks" -> to.append(job.tasks());
      case "cpu_milli" -> to.append(job.cpuMilli());
      case "memory_bytes" -> to.append(job.memoryBytes());
      case "devices" -> to.append(job.devices());
      case "device_milli" -> to.append(job.deviceMilli());
      case "models" -> to.append(models(job));
      case "queue" -> to.append(job.queue());
      case "user" -> to.append(job.user());
      case "priority" -> to.append(job.priority());
      case "kind" -> to.append(job.kind().name().toLowerCase(Locale.ROOT));
      case "end_state" -> to.append(job.endState().name().toLowerCase(Locale.ROOT));
      case "extra" -> to.append(pairs(job.extra()));
      case "device_memory_bytes" -> {
        if (job.deviceMemoryBytes().isPresent()) {
          to.append(job.deviceMemoryBytes().getAsLong());
        } else {
          to.appendNull();
        }
      }
      case "duration_s" -> append(to, job.durationSeconds());
      case "limit_s" -> append(to, job.limitSeconds());
      case "deadline_s" -> append(to, job.deadlineSeconds());
      case "name" -> append(to, job.name());
      case "model_name" -> append(to, job.modelName());
      default -> throw new IllegalStateException("no such canonical column: " + column);
    }
  }

  private static void append(DuckDBAppender to, OptionalDouble value) throws SQLException {
    if (value.isPresent()) {
      to.append(value.getAsDouble());
    } else {
      to.appendNull();
    }
  }

  private static void append(DuckDBAppender to, Optional<String> text) throws SQLException {
    if (text.isPresent()) {
      to.append(text.get());
    } else {
      to.appendNull();
    }
  }

  private static String models(TraceJob job) {
    for (String model : job.models()) {
      if (model.isEmpty() || model.contains("|")) {
        throw new IllegalArgumentException(job.job() + ": a model is named \"" + model + '"');
      }
    }
    return String.join("|", job.models());
  }

  private static String pairs(SortedMap<String, String> pairs) {
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      boolean key = !pair.getKey().isEmpty() && !pair.getKey().matches("(?s).*[=;].*");
      if (!key || pair.getValue().contains(";")) {
        throw new IllegalArgumentException("cannot be written as key=value: " + pair);
      }
    }
    return pairs.entrySet().stream()
        .map(pair -> pair.getKey() + '=' + pair.getValue())
        .collect(Collectors.joining(";"));
  }
}
