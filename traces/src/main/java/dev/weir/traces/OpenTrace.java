package dev.weir.traces;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBConnection;

/**
 * A trace that has been read and checked and lies in DuckDB, outside the Java heap: for traces of
 * which not all jobs are wanted at once. Close it.
 */
public final class OpenTrace implements AutoCloseable {
  private static final String NODES =
      "SELECT node, cpu_milli, memory_bytes, devices, model, labels FROM canonical.nodes";

  private final Duck duck;
  private final List<TraceNode> nodes;
  private final JobTable jobs;
  private final long jobCount;
  private final TraceReport report;

  OpenTrace(Duck duck, TraceReport report) throws SQLException {
    this.duck = duck;
    this.report = report;
    this.nodes = List.copyOf(duck.query(NODES, OpenTrace::node));
    this.jobs = JobTable.make(duck);
    this.jobCount = duck.count("SELECT count(*) FROM canonical.sorted_jobs");
  }

  /** The nodes, in the order of the file. */
  public List<TraceNode> nodes() {
    return nodes;
  }

  /** How many jobs there are. */
  public long jobCount() {
    return jobCount;
  }

  /** What was read and noticed. */
  public TraceReport report() {
    return report;
  }

  /**
   * The jobs in the order of submission, of equal times in the order of the file; a new pass at
   * each call.
   */
  public JobCursor jobs() {
    try {
      return new JobCursor(jobs, duck.connection().unwrap(DuckDBConnection.class).duplicate());
    } catch (SQLException broken) {
      throw new IllegalStateException("DuckDB does not open a second connection", broken);
    }
  }

  private static TraceNode node(ResultSet row) throws SQLException {
    return new TraceNode(
        row.getString(1),
        row.getLong(2),
        row.getLong(3),
        row.getInt(4),
        row.getString(5),
        JobTable.pairs(row.getString(6)));
  }

  @Override
  public void close() {
    duck.close();
  }
}
