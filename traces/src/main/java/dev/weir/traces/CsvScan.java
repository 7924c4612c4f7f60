package dev.weir.traces;

import dev.weir.model.problem.Problem;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The pass over a CSV file that comes before DuckDB reads its values. It finds every record that is
 * broken as a record, with its line, so that nothing is left to the guesses of a forgiving reader,
 * and it takes the SHA-256 on the way.
 */
final class CsvScan implements CsvRecords.Sink {
  private final String file;
  private final Findings findings;
  private final List<Problem> problems = new ArrayList<>();
  private final Places.Lines places = new Places.Lines();
  private final MessageDigest digest = Sha256.digest();
  private List<String> header = List.of();
  private long rows;
  private long faulty;
  private long bytes;
  private long blanks;
  private boolean first = true;
  private boolean headerBroken;

  private CsvScan(String file, Findings findings) {
    this.file = file;
    this.findings = findings;
  }

  /** Scans a file; problems of records go into the findings. */
  static CsvShape scan(Path path, FileKind kind, Findings findings) throws IOException {
    var scan = new CsvScan(path.toString(), findings);
    var records = new CsvRecords(scan);
    try (InputStream in = kind.open(path)) {
      records.read(in, scan::seen);
    }
    findings.add(scan.problems, scan.faulty);
    boolean asItIs = scan.faulty == 0 && scan.blanks == 0 && records.uniformEnds();
    return new CsvShape(
        scan.header,
        scan.headerBroken,
        scan.rows,
        scan.faulty,
        scan.places,
        asItIs,
        records.lineEnd(),
        scan.bytes,
        HexFormat.of().formatHex(scan.digest.digest()));
  }

  /** Copies the header and the sound records, with LF as line end. */
  static void copySound(Path from, FileKind kind, int fields, Path to) throws IOException {
    try (InputStream in = kind.open(from);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
      CsvRecords.Sink sink =
          (line, record, length, count, fault) -> {
            if (faultOf(record, length, count, fault, fields).isEmpty()) {
              out.write(record, 0, length);
              out.write('\n');
            }
          };
      new CsvRecords(sink).read(in, (chunk, n) -> {});
    }
  }

  private void seen(byte[] chunk, int length) {
    digest.update(chunk, 0, length);
    bytes += length;
  }

  @Override
  public void record(long line, byte[] record, int length, int fields, String fault) {
    if (first) {
      first = false;
      header =
          length == 0 ? List.of() : split(new String(record, 0, length, StandardCharsets.UTF_8));
      headerBroken = !fault.isEmpty();
      if (headerBroken) {
        problem(line, "the header " + fault);
      }
      return;
    }
    if (header.isEmpty()) {
      return; // Without a header there is nothing to compare a record with.
    }
    if (length == 0) {
      blanks++;
      return;
    }
    reportBlanks(line);
    String broken = faultOf(record, length, fields, fault, header.size());
    if (broken.isEmpty()) {
      places.row(rows++, line);
    } else {
      problem(line, broken);
    }
  }

  /** Blank lines at the end of a file mean nothing; in its middle a row was lost. */
  private void reportBlanks(long line) {
    for (; blanks > 0; blanks--) {
      problem(line - blanks, "is an empty line");
    }
  }

  private static String faultOf(byte[] record, int length, int fields, String fault, int wanted) {
    if (length == 0) {
      return "is an empty line";
    }
    if (!fault.isEmpty()) {
      return fault;
    }
    if (fields != wanted) {
      return "has %d field%s where the header has %d"
          .formatted(fields, fields == 1 ? "" : "s", wanted);
    }
    return isUtf8(record, length) ? "" : "is not UTF-8 text";
  }

  private void problem(long line, String message) {
    faulty++;
    if (problems.size() < findings.listed()) {
      problems.add(Problem.at(file, Math.toIntExact(line), 0, "", message));
    }
  }

  private static boolean isUtf8(byte[] record, int length) {
    for (int i = 0; i < length; i++) {
      if (record[i] < 0) {
        return decodes(record, length);
      }
    }
    return true;
  }

  private static boolean decodes(byte[] record, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(record, 0, length));
      return true;
    } catch (CharacterCodingException broken) {
      return false;
    }
  }

  /** The fields of one sound record. */
  static List<String> split(String record) {
    var fields = new ArrayList<String>();
    var field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < record.length(); i++) {
      char c = record.charAt(i);
      if (c == '"' && quoted && i + 1 < record.length() && record.charAt(i + 1) == '"') {
        field.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return List.copyOf(fields);
  }
}
