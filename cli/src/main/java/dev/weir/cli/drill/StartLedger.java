package dev.weir.cli.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file into which each task writes a line when it starts: the witness against double starts. A
 * line is name, incarnation and task; appends of less than a page are whole.
 */
record StartLedger(Path file) {
  static StartLedger in(Path folder) throws IOException {
    Path file = folder.resolve("starts");
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    return new StartLedger(file);
  }

  /** A job that writes its line and ends. */
  static String job(String name, Path ledger) {
    return """
        name: %s
        devices: 1
        command: echo "$WEIR_JOB_NAME $WEIR_INCARNATION $WEIR_TASK" >> %s
        """
        .formatted(name, ledger);
  }

  private Map<String, Integer> lines() throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    Files.readAllLines(file).forEach(line -> counts.merge(line, 1, Integer::sum));
    return counts;
  }

  /** How often each job's tasks started. */
  Map<String, Integer> startsByJob() throws IOException {
    Map<String, Integer> starts = new TreeMap<>();
    lines()
        .forEach((line, n) -> starts.merge(line.substring(0, line.indexOf(' ')), n, Integer::sum));
    return starts;
  }

  /** Lines that stand there more than once. */
  List<String> doubles() throws IOException {
    return lines().entrySet().stream()
        .filter(e -> e.getValue() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }
}
