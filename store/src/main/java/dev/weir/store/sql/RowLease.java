package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.HOLDER;
import static dev.weir.store.sql.Tables.LEASE;
import static dev.weir.store.sql.Tables.RENEWED;
import static dev.weir.store.sql.Tables.SINCE;
import static dev.weir.store.sql.Tables.TOKEN;

import dev.weir.store.Lease;
import dev.weir.store.StoreFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.jooq.Field;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * The lease as a row of the database, whose clock alone counts. The time that this server believes
 * to lead ends before anybody else may lead, because it counts from before a renewal was asked for.
 */
final class RowLease implements Lease {
  private static final Field<Long> NOW =
      DSL.field("cast(extract(epoch from clock_timestamp()) * 1000 as bigint)", Long.class);

  /** PostgreSQL's state of a statement that waited for a lock too long. */
  private static final String LOCKED = "55P03";

  private final Database database;
  private final String holder;
  private final Duration time;
  private final Leading leading;

  private @Nullable Connection connection;
  private long token = -1;
  private volatile long heardAt;
  private volatile boolean led;
  private volatile boolean over;

  RowLease(Database database, String holder, Duration time, Leading leading) {
    this.database = database;
    this.holder = holder;
    this.time = time;
    this.leading = leading;
  }

  @Override
  public boolean tryAcquire() {
    synchronized (this) {
      if (led || over) {
        return held();
      }
      if (!taken()) {
        return false;
      }
      led = true;
      Thread.ofPlatform().daemon().name("weir-lease").start(this::renewAlways);
    }
    // Renewed already while this lasts.
    boolean leads = false;
    try {
      leading.lead(token);
      leads = true;
    } finally {
      if (!leads) {
        close();
      }
    }
    return held();
  }

  private boolean taken() {
    long asked = System.nanoTime();
    Optional<Long> taken;
    try {
      taken = take();
    } catch (DataAccessException e) {
      if (LOCKED.equals(e.sqlState())) {
        return false; // the leader is in the midst of a commit, or frozen in one
      }
      drop();
      throw unanswered(e);
    } catch (SQLException e) {
      drop();
      throw unanswered(e);
    }
    heardAt = asked;
    token = taken.orElse(token);
    return taken.isPresent();
  }

  private StoreFailure unanswered(Exception cause) {
    return new StoreFailure("%s did not answer".formatted(database.place()), cause);
  }

  private Optional<Long> take() throws SQLException {
    return database
        .sql(connection())
        .update(LEASE)
        .set(HOLDER, holder)
        .set(TOKEN, TOKEN.plus(1))
        .set(SINCE, NOW)
        .set(RENEWED, NOW)
        .where(RENEWED.le(NOW.minus(time.toMillis())))
        .returning(TOKEN)
        .fetchOptional(TOKEN);
  }

  private void renewAlways() {
    while (true) {
      synchronized (this) {
        if (!held()) {
          return;
        }
        renew();
        try {
          wait(Math.max(1, time.toMillis() / 4));
        } catch (InterruptedException e) {
          over = true;
          return;
        }
      }
    }
  }

  private void renew() {
    long asked = System.nanoTime();
    try {
      int rows =
          database
              .sql(connection())
              .update(LEASE)
              .set(RENEWED, NOW)
              .where(TOKEN.eq(token))
              .execute();
      if (rows != 1) {
        over = true;
      } else if (held()) { // an answer that came after the lease had run out gives none back
        heardAt = asked;
      }
    } catch (SQLException | DataAccessException e) {
      drop(); // tried again with a new connection, for as long as the lease lasts
    }
  }

  private Connection connection() throws SQLException {
    Connection present = connection;
    if (present == null) {
      present = database.plain().getConnection();
      try (Statement statement = present.createStatement()) {
        // A transaction of the former leader may hold the row; the next try comes soon.
        statement.execute("set lock_timeout = " + Math.max(100, time.toMillis() / 4));
      }
      present.setNetworkTimeout(Runnable::run, Math.toIntExact(Math.max(500, time.toMillis() / 2)));
      connection = present;
    }
    return present;
  }

  private void drop() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // It was broken; what matters is that it is not used again.
      }
      connection = null;
    }
  }

  /** Waits for nobody: not for a renewal that hangs either. */
  @Override
  public boolean held() {
    if (led && System.nanoTime() - heardAt > time.toNanos()) {
      over = true;
    }
    return led && !over;
  }

  @Override
  public Optional<Leader> leader() {
    try (Connection own = database.plain().getConnection()) {
      return database
          .sql(own)
          .select(HOLDER, TOKEN, SINCE)
          .from(LEASE)
          .where(RENEWED.gt(NOW.minus(time.toMillis())))
          .fetchOptional()
          .map(r -> new Leader(r.value1(), r.value2(), r.value3()));
    } catch (SQLException | DataAccessException e) {
      throw unanswered(e);
    }
  }

  @Override
  public synchronized void close() {
    boolean giveUp = held();
    over = true;
    notifyAll();
    if (giveUp) {
      try {
        database.sql(connection()).update(LEASE).set(RENEWED, 0L).where(TOKEN.eq(token)).execute();
      } catch (SQLException | DataAccessException e) {
        throw new StoreFailure("the lease runs out by itself: %s".formatted(database.place()), e);
      } finally {
        drop();
      }
    }
    drop();
  }
}
