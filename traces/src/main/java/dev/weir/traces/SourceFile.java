package dev.weir.traces;

import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * A file that is ready to be loaded.
 *
 * @param relation how DuckDB reads it
 * @param origin where its rows stand
 * @param rows sound rows
 * @param faulty rows that are broken as rows and not in the relation
 * @param bytes length of the content
 * @param sha256 of the content
 */
record SourceFile(
    Relation relation, Origin origin, long rows, long faulty, long bytes, String sha256) {

  /** Opens a file; nothing when it cannot be read, which the findings then say. */
  static Optional<SourceFile> open(Duck duck, Stage stage, Role role, Path path, Findings findings)
      throws SQLException {
    Optional<String> unusable = unusable(path);
    if (unusable.isPresent()) {
      findings.add(Problem.ofFile(path.toString(), unusable.get()));
      return Optional.empty();
    }
    try {
      FileKind kind = FileKind.of(path);
      return switch (kind) {
        case TEXT, GZIP -> csv(duck, stage, role, path, kind, findings);
        case PARQUET -> parquet(duck, stage, role, path, findings);
        case BINARY -> {
          String what = FileKind.describe(path).map(is -> ", it is " + is).orElse("");
          findings.add(Problem.ofFile(path.toString(), "is not a table of text" + what));
          yield Optional.empty();
        }
      };
    } catch (IOException broken) {
      findings.add(Problem.ofFile(path.toString(), reading(broken)));
      return Optional.empty();
    }
  }

  private static Optional<String> unusable(Path path) {
    if (Files.notExists(path)) {
      return Optional.of("does not exist" + sibling(path));
    }
    if (Files.isDirectory(path)) {
      return Optional.of("is a directory, not a file");
    }
    if (!Files.isRegularFile(path)) {
      return Optional.of("is not a regular file");
    }
    return Files.isReadable(path) ? Optional.empty() : Optional.of("may not be read");
  }

  private static String sibling(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return "";
    }
    try (var files = Files.list(folder)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      return Nearest.to(String.valueOf(path.getFileName()), names)
          .map(name -> "; the folder has \"" + name + "\"")
          .orElse("");
    } catch (IOException unreadable) {
      return "; its folder cannot be listed: " + unreadable.getMessage();
    }
  }

  private static String reading(IOException broken) {
    boolean gzip = broken instanceof ZipException || broken instanceof EOFException;
    String message = String.valueOf(broken.getMessage());
    return gzip ? "is a damaged gzip file: " + message : "cannot be read: " + message;
  }

  private static Optional<SourceFile> csv(
      Duck duck, Stage stage, Role role, Path path, FileKind kind, Findings findings)
      throws IOException, SQLException {
    CsvShape shape = CsvScan.scan(path, kind, findings);
    var origin = new Origin(path.toString(), shape.places());
    if (!Header.accepts(stage, role, origin, shape, findings)) {
      return Optional.empty();
    }
    if (shape.rows() + shape.faulty() == 0) {
      findings.add(Problem.ofFile(path.toString(), "has a header and no rows"));
      return Optional.empty();
    }
    Path read = path;
    if (!shape.asItIs()) {
      read = duck.folder().resolve(role.label() + ".csv");
      CsvScan.copySound(path, kind, shape.header().size(), read);
    }
    boolean gzip = shape.asItIs() && kind == FileKind.GZIP;
    Relation relation = relation(shape, read, gzip);
    return Optional.of(
        new SourceFile(
            relation, origin, shape.rows(), shape.faulty(), shape.bytes(), shape.sha256()));
  }

  /** Every column as a text under a name of ours: nothing in the file gets into the SQL. */
  private static Relation relation(CsvShape shape, Path read, boolean gzip) {
    Map<String, Relation.Cell> cells = new LinkedHashMap<>();
    var types = new StringBuilder();
    for (int i = 0; i < shape.header().size(); i++) {
      cells.put(shape.header().get(i), Relation.Cell.text("c" + i));
      types.append(i == 0 ? "" : ", ").append("'c").append(i).append("': 'VARCHAR'");
    }
    String end = shape.asItIs() && shape.lineEnd().equals("\r\n") ? "\\r\\n" : "\\n";
    String from =
        """
        read_csv(%s, columns = {%s}, auto_detect = false, header = true, delim = ',',
          quote = '"', escape = '"', new_line = '%s', compression = '%s', max_line_size = %d,
          hive_partitioning = false)"""
            .formatted(Duck.path(read), types, end, gzip ? "gzip" : "none", 2 * CsvRecords.LONGEST);
    return new Relation(from, cells);
  }

  private static Optional<SourceFile> parquet(
      Duck duck, Stage stage, Role role, Path path, Findings findings)
      throws IOException, SQLException {
    if (!stage.format().name().equals(TraceFormats.CANONICAL)) {
      findings.add(
          Problem.ofFile(path.toString(), "is a Parquet file")
              .expecting("CSV, as the format " + stage.format().name() + " has it"));
      return Optional.empty();
    }
    var origin = new Origin(path.toString(), new Places.Rows());
    String from = "read_parquet(%s, hive_partitioning = false)".formatted(Duck.path(path));
    Relation relation;
    long rows;
    try {
      relation = Stage.relation(duck, from);
      rows = duck.count("SELECT count(*) FROM " + from);
    } catch (SQLException damaged) {
      String message = String.valueOf(damaged.getMessage()).lines().findFirst().orElse("");
      findings.add(Problem.ofFile(path.toString(), "is a damaged Parquet file: " + message));
      return Optional.empty();
    }
    if (!Header.accepts(stage, role, origin, relation, findings)) {
      return Optional.empty();
    }
    if (rows == 0) {
      findings.add(Problem.ofFile(path.toString(), "has columns and no rows"));
      return Optional.empty();
    }
    return Optional.of(
        new SourceFile(relation, origin, rows, 0, Files.size(path), Sha256.of(path)));
  }
}
