package dev.weir.traces;

import dev.weir.model.problem.Problem;
import java.util.List;

/**
 * What was read, and what was noticed on the way.
 *
 * @param format name of the format
 * @param files the files, nodes before jobs
 * @param notes what a reader of a result has to know
 * @param problems the first of the problems; empty unless faulty rows were left out on request
 * @param problemCount all problems, also those that are not listed
 */
public record TraceReport(
    String format,
    List<TraceFile> files,
    List<TraceNote> notes,
    List<Problem> problems,
    long problemCount) {

  /** Copies the lists. */
  public TraceReport {
    files = List.copyOf(files);
    notes = List.copyOf(notes);
    problems = List.copyOf(problems);
  }

  /** Rows that were left out because something is wrong with them. */
  public long skippedRows() {
    return files.stream().mapToLong(file -> file.rows() - file.kept()).sum();
  }
}
