package dev.weir.traces;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/**
 * One DuckDB in memory, with a folder for what does not fit. Loading the native library takes about
 * a second, so it happens here and in no class initialiser. Never reaches for the network.
 */
final class Duck implements AutoCloseable {
  private final Connection connection;
  private final Path folder;

  private Duck(Connection connection, Path folder) {
    this.connection = connection;
    this.folder = folder;
  }

  /** Opens an empty database. */
  static Duck open() {
    try {
      Path folder = Files.createTempDirectory("weir-traces-");
      var settings = new Properties();
      settings.setProperty("jdbc_stream_results", "true");
      settings.setProperty("autoinstall_known_extensions", "false");
      settings.setProperty("autoload_known_extensions", "false");
      settings.setProperty("temp_directory", folder.resolve("spill").toString());
      Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", settings);
      return new Duck(connection, folder);
    } catch (IOException noFolder) {
      throw new UncheckedIOException(noFolder);
    } catch (SQLException unusable) {
      throw new IllegalStateException("DuckDB does not start", unusable);
    }
  }

  /** Folder for copies; gone when this closes. */
  Path folder() {
    return folder;
  }

  Connection connection() {
    return connection;
  }

  /** Reads one row into a value. */
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  <T> List<T> query(String sql, Row<T> row) throws SQLException {
    var found = new ArrayList<T>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(row.read(rows));
      }
    }
    return found;
  }

  long count(String sql) throws SQLException {
    return query(sql, row -> row.getLong(1)).getFirst();
  }

  /** An SQL literal of a text. */
  static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /** An SQL identifier. */
  static String name(String value) {
    return "\"" + value.replace("\"", "\"\"") + "\"";
  }

  /** An SQL literal of a file name that means this file and no pattern. */
  static String path(Path path) {
    return text(path.toAbsolutePath().toString().replaceAll("[*?\\[]", "[$0]"));
  }

  @Override
  public void close() {
    try {
      connection.close();
      deleteFolder();
    } catch (SQLException unusable) {
      throw new IllegalStateException("DuckDB does not close", unusable);
    } catch (IOException stays) {
      throw new UncheckedIOException(stays);
    }
  }

  private void deleteFolder() throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.toList().reversed()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
