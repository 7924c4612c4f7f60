package dev.weir.traces;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The jobs of a trace one after another, in the order of submission. Closes itself at the end. Not
 * for threads.
 */
public final class JobCursor implements Iterator<TraceJob>, AutoCloseable {
  private final JobTable table;
  private final Connection connection;
  private final Statement statement;
  private final ResultSet rows;
  private boolean ready;
  private boolean ended;

  JobCursor(JobTable table, Connection connection) throws SQLException {
    this.table = table;
    this.connection = connection;
    this.statement = connection.createStatement();
    this.rows = statement.executeQuery(JobTable.SELECT);
  }

  @Override
  public boolean hasNext() {
    if (ready || ended) {
      return ready;
    }
    try {
      ready = rows.next();
    } catch (SQLException broken) {
      throw new IllegalStateException("DuckDB cannot read on", broken);
    }
    if (!ready) {
      close();
    }
    return ready;
  }

  @Override
  public TraceJob next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the trace has no more jobs");
    }
    ready = false;
    try {
      return table.job(rows);
    } catch (SQLException broken) {
      throw new IllegalStateException("DuckDB cannot read on", broken);
    }
  }

  @Override
  public void close() {
    if (ended) {
      return;
    }
    ended = true;
    ready = false;
    try {
      rows.close();
      statement.close();
      connection.close();
    } catch (SQLException broken) {
      throw new IllegalStateException("DuckDB does not close", broken);
    }
  }
}
