package dev.weir.traces;

import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBConnection;

/**
 * A trace that has been read and checked and lies in DuckDB, outside the Java heap: for traces of
 * which not all jobs are wanted at once. Close it.
 */
public final class OpenTrace implements AutoCloseable {
  private final Duck duck;
  private final List<TraceNode> nodes;
  private final long jobCount;
  private final TraceReport report;

  OpenTrace(Duck duck, TraceReport report) throws SQLException {
    this.duck = duck;
    this.report = report;
    this.nodes = List.copyOf(duck.query(Rows.NODES, new Rows()::node));
    this.jobCount = duck.count("SELECT count(*) FROM canonical.jobs");
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
      return new JobCursor(duck.connection().unwrap(DuckDBConnection.class).duplicate());
    } catch (SQLException broken) {
      throw new IllegalStateException("DuckDB does not open a second connection", broken);
    }
  }

  @Override
  public void close() {
    duck.close();
  }
}
