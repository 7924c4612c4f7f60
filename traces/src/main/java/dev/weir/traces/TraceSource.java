package dev.weir.traces;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a trace is and how strictly it is read.
 *
 * @param format one of {@link TraceFormats#names}
 * @param nodes the node list, if there is one; models that jobs ask for are checked against it
 * @param jobs the job list, if there is one; at least one of the two is given
 * @param lenient leave out faulty rows and unknown columns, report and count them; otherwise they
 *     refuse the trace
 * @param listed how many problems are listed; all are counted
 */
public record TraceSource(
    String format, Optional<Path> nodes, Optional<Path> jobs, boolean lenient, int listed) {

  /** Problems that are listed unless something else is said. */
  public static final int LISTED = 50;

  /** Refuses a source without files. */
  public TraceSource {
    if (nodes.isEmpty() && jobs.isEmpty()) {
      throw new IllegalArgumentException("a trace has a node list or a job list");
    }
    if (listed < 1) {
      throw new IllegalArgumentException("at least one problem is listed");
    }
  }

  /** Strict reading of a node list and a job list. */
  public static TraceSource of(String format, Path nodes, Path jobs) {
    return new TraceSource(format, Optional.of(nodes), Optional.of(jobs), false, LISTED);
  }

  /** Strict reading of a job list. */
  public static TraceSource ofJobs(String format, Path jobs) {
    return new TraceSource(format, Optional.empty(), Optional.of(jobs), false, LISTED);
  }

  /** Strict reading of a node list. */
  public static TraceSource ofNodes(String format, Path nodes) {
    return new TraceSource(format, Optional.of(nodes), Optional.empty(), false, LISTED);
  }

  /** The same files with faulty rows left out. */
  public TraceSource leniently() {
    return new TraceSource(format, nodes, jobs, true, listed);
  }

  /** The same files, listing so many problems. */
  public TraceSource listing(int problems) {
    return new TraceSource(format, nodes, jobs, lenient, problems);
  }
}
