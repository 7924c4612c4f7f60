package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.HASH;
import static dev.weir.store.sql.Tables.HEAD;
import static dev.weir.store.sql.Tables.LEASE;
import static dev.weir.store.sql.Tables.SEQUENCE;
import static dev.weir.store.sql.Tables.TOKEN;

import dev.weir.control.HashChain;
import dev.weir.control.Journal.Link;
import dev.weir.control.JournalFailure;
import dev.weir.control.Refold;
import dev.weir.control.Turn;
import dev.weir.control.TurnCodec;
import dev.weir.control.view.JobView;
import dev.weir.engine.Engine;
import dev.weir.store.Store;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/** The one connection that commits turns. The first failure is its last act. */
final class Writer implements AutoCloseable {
  private final Database database;
  private final long token;
  private final Connection connection;
  private final Batch journal;
  private final PreparedStatement advance;
  private final Optional<PreparedStatement> fence;
  private final ReadModels models;
  private Link head;
  private @Nullable Throwable failure;

  private Writer(Database database, Connection connection, long token) throws SQLException {
    this.database = database;
    this.connection = connection;
    this.token = token;
    DSLContext sql = database.sql();
    head = Chain.verifiedHead(connection, sql);
    journal = Chain.inserts(connection, sql);
    advance =
        connection.prepareStatement(
            sql.update(HEAD)
                .set(SEQUENCE, Batch.later(SEQUENCE))
                .set(HASH, Batch.later(HASH))
                .where(SEQUENCE.eq(Batch.later(SEQUENCE)), HASH.eq(Batch.later(HASH)))
                .getSQL());
    // The lock lasts until the commit: whoever takes over afterwards waits for it.
    fence =
        database.dialect() == SQLDialect.POSTGRES
            ? Optional.of(
                connection.prepareStatement(sql.select(TOKEN).from(LEASE).forShare().getSQL()))
            : Optional.empty();
    models = new ReadModels(connection, sql);
    models.load();
    connection.commit();
  }

  /**
   * @throws JournalFailure when the journal is damaged or the database does not answer
   */
  static Writer open(Database database, long token) {
    Connection connection = null;
    boolean opened = false;
    try {
      connection = database.writer();
      Writer writer = new Writer(database, connection, token);
      opened = true;
      return writer;
    } catch (SQLException e) {
      throw new JournalFailure("%s cannot be opened".formatted(database.place()), e);
    } finally {
      if (!opened && connection != null) {
        closeQuietly(connection);
      }
    }
  }

  synchronized Link head() {
    return head;
  }

  synchronized void commit(Turn turn, Supplier<List<JobView>> changed) {
    if (failure != null) {
      throw new JournalFailure(
          "turn %d cannot be made durable: the store failed before".formatted(turn.sequence()),
          failure);
    }
    try {
      byte[] encoded = TurnCodec.encode(turn);
      Link next = follow(turn, encoded);
      fence(turn);
      Chain.add(journal, turn, encoded, next);
      journal.flush();
      advance(turn, next);
      models.add(turn, changed.get());
      connection.commit();
      head = next;
    } catch (SQLException e) {
      throw failed(
          new JournalFailure(
              "it is not certain that turn %d is durable in %s"
                  .formatted(turn.sequence(), database.place()),
              e));
    } catch (RuntimeException | Error e) {
      abandon(e);
      throw e;
    }
  }

  private Link follow(Turn turn, byte[] encoded) {
    if (turn.sequence() != head.sequence() + 1) {
      throw new JournalFailure(
          "turn %d follows turn %d".formatted(turn.sequence(), head.sequence()));
    }
    return HashChain.next(head, encoded);
  }

  private void fence(Turn turn) throws SQLException {
    if (fence.isEmpty()) {
      return;
    }
    try (ResultSet row = fence.get().executeQuery()) {
      if (!row.next() || row.getLong(1) != token) {
        throw new JournalFailure(
            "turn %d is not made durable: another server leads now".formatted(turn.sequence()));
      }
    }
  }

  private void advance(Turn turn, Link next) throws SQLException {
    advance.setLong(1, next.sequence());
    advance.setString(2, next.hash());
    advance.setLong(3, head.sequence());
    advance.setString(4, head.hash());
    if (advance.executeUpdate() != 1) {
      throw new JournalFailure(
          "turn %d is not made durable: somebody else has written to the journal after turn %d"
              .formatted(turn.sequence(), head.sequence()));
    }
  }

  /** Nothing further is written; what the failed transaction left is undone if that is possible. */
  private JournalFailure failed(JournalFailure cause) {
    abandon(cause);
    return cause;
  }

  private void abandon(Throwable cause) {
    failure = cause;
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
    closeQuietly(connection);
  }

  /** Derives all read models anew from the journal, in one transaction. */
  synchronized void rebuild(Store store, Engine fresh) {
    if (failure != null) {
      throw new JournalFailure("the store failed before", failure);
    }
    try {
      models.clear();
      Refold.over(store, fresh, this::derive);
      connection.commit();
    } catch (SQLException e) {
      throw failed(new JournalFailure("%s cannot be derived anew".formatted(database.place()), e));
    } catch (RuntimeException | Error e) {
      abandon(e);
      throw e;
    }
  }

  private void derive(Turn turn, List<JobView> changed) {
    try {
      models.add(turn, changed);
    } catch (SQLException e) {
      throw new JournalFailure("turn %d cannot be derived anew".formatted(turn.sequence()), e);
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It failed already, and that is what is reported.
    }
  }

  @Override
  public synchronized void close() {
    if (failure != null) {
      return;
    }
    failure = new IllegalStateException("the store is closed");
    try {
      models.close();
      journal.close();
      advance.close();
      connection.close();
    } catch (SQLException e) {
      throw new JournalFailure("%s cannot be closed".formatted(database.place()), e);
    }
  }
}
