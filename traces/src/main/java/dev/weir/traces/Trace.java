package dev.weir.traces;

import java.util.List;

/**
 * A trace in memory.
 *
 * @param nodes in the order of the file; empty when no node list was given
 * @param jobs in the order of submission, of equal times in the order of the file
 * @param report what was read and noticed
 */
public record Trace(List<TraceNode> nodes, List<TraceJob> jobs, TraceReport report) {

  /** Copies the lists. */
  public Trace {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
  }
}
