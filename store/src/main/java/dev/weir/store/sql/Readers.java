package dev.weir.store.sql;

import dev.weir.store.StoreFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import org.jooq.exception.DataAccessException;

/** Connections for questions, so many and no more; one that failed is not used again. */
final class Readers implements AutoCloseable {
  private static final int MOST = 4;

  private final Database database;
  private final Semaphore free = new Semaphore(MOST, true);
  private final Deque<Connection> idle = new ArrayDeque<>();
  private boolean closed;

  Readers(Database database) {
    this.database = database;
  }

  /** A question; what it sees is one state throughout. */
  interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  /**
   * @throws StoreFailure when the database does not answer
   */
  <T> T ask(Question<T> question) {
    free.acquireUninterruptibly();
    try {
      return askOnce(question);
    } catch (SQLException | DataAccessException e) {
      throw new StoreFailure("%s did not answer".formatted(database.place()), e);
    } finally {
      free.release();
    }
  }

  private <T> T askOnce(Question<T> question) throws SQLException {
    Connection connection = take();
    boolean well = false;
    try {
      T answer = question.ask(connection);
      connection.rollback(); // ends the view; nothing was written
      well = true;
      return answer;
    } finally {
      giveBack(connection, well);
    }
  }

  private Connection take() throws SQLException {
    Connection connection;
    synchronized (idle) {
      if (closed) {
        throw new SQLException("the store is closed");
      }
      connection = idle.pollFirst();
    }
    return connection != null ? connection : database.reader();
  }

  private void giveBack(Connection connection, boolean well) throws SQLException {
    synchronized (idle) {
      if (well && !closed) {
        idle.addFirst(connection);
        return;
      }
      // A broken connection may take its idle sisters with it: the next question opens anew.
      if (!well) {
        while (!idle.isEmpty()) {
          idle.removeFirst().close();
        }
      }
    }
    connection.close();
  }

  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
      while (!idle.isEmpty()) {
        try {
          idle.removeFirst().close();
        } catch (SQLException e) {
          throw new StoreFailure("%s cannot be closed".formatted(database.place()), e);
        }
      }
    }
  }
}
