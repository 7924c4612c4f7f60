package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.ALLOCATIONS;
import static dev.weir.store.sql.Tables.BENEFICIARY;
import static dev.weir.store.sql.Tables.DECIDED_AT;
import static dev.weir.store.sql.Tables.DEVICE_MILLI;
import static dev.weir.store.sql.Tables.ENDED_AT;
import static dev.weir.store.sql.Tables.ENDING;
import static dev.weir.store.sql.Tables.ID;
import static dev.weir.store.sql.Tables.INCARNATION;
import static dev.weir.store.sql.Tables.JOB;
import static dev.weir.store.sql.Tables.PROCESS_EXIT;
import static dev.weir.store.sql.Tables.STARTED_AT;
import static dev.weir.store.sql.Tables.STOP;
import static dev.weir.store.sql.Tables.TASKS;
import static dev.weir.store.sql.Tables.VARIANTS;

import dev.weir.control.CanonicalJson;
import dev.weir.control.Turn;
import dev.weir.control.view.JobView;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jspecify.annotations.Nullable;

/** The incarnations of allocations, from decision to end. */
final class AllocationRows implements AutoCloseable {
  private final Batch starts;
  private final Batch started;
  private final Batch stops;
  private final Batch tasks;
  private final Batch replaced;
  private final Batch ended;

  AllocationRows(Connection connection, DSLContext sql) throws SQLException {
    starts =
        new Batch(
            connection,
            Batch.upsert(
                sql,
                ALLOCATIONS,
                List.of(ID, INCARNATION),
                JOB,
                DECIDED_AT,
                VARIANTS,
                TASKS,
                DEVICE_MILLI));
    started = new Batch(connection, update(sql, STARTED_AT));
    stops = new Batch(connection, updateAll(sql, STOP, BENEFICIARY));
    tasks = new Batch(connection, update(sql, TASKS, DEVICE_MILLI));
    replaced =
        new Batch(
            connection,
            sql.update(ALLOCATIONS)
                .set(ENDED_AT, Batch.later(ENDED_AT))
                .where(
                    ID.eq(Batch.later(ID)),
                    INCARNATION.lt(Batch.later(INCARNATION)),
                    ENDED_AT.isNull()));
    ended = new Batch(connection, updateAll(sql, ENDED_AT, ENDING, PROCESS_EXIT));
  }

  private static Query update(DSLContext sql, Field<?>... columns) {
    return sql.update(ALLOCATIONS)
        .set(later(columns))
        .where(ID.eq(Batch.later(ID)), INCARNATION.eq(Batch.later(INCARNATION)), ENDED_AT.isNull());
  }

  /** Of every incarnation that lives: the end of an older one is the end of all. */
  private static Query updateAll(DSLContext sql, Field<?>... columns) {
    return sql.update(ALLOCATIONS)
        .set(later(columns))
        .where(ID.eq(Batch.later(ID)), ENDED_AT.isNull());
  }

  private static Map<Field<?>, Field<?>> later(Field<?>... columns) {
    Map<Field<?>, Field<?>> changes = new LinkedHashMap<>();
    for (Field<?> column : columns) {
      changes.put(column, Batch.later(column));
    }
    return changes;
  }

  void add(Turn turn, List<JobView> changed) throws SQLException {
    for (Event event : turn.events()) {
      add(turn.at(), event);
    }
    Map<JobId, JobView.Held> held = held(changed);
    for (Action action : turn.plan().actions()) {
      add(turn.at(), action, held);
    }
  }

  private static Map<JobId, JobView.Held> held(List<JobView> changed) {
    Map<JobId, JobView.Held> held = new LinkedHashMap<>();
    for (JobView view : changed) {
      view.held().ifPresent(h -> held.put(view.spec().id(), h));
    }
    return held;
  }

  private void add(long at, Event event) throws SQLException {
    switch (event) {
      case Event.AllocationStarted e -> started.add(at, e.allocation().value(), e.incarnation());
      case Event.StartRefused e ->
          end(
              at,
              e.allocation(),
              Event.End.LOST,
              Optional.of(new Exit(OptionalInt.empty(), OptionalInt.empty(), e.reason())));
      case Event.AllocationEnded e -> end(at, e.allocation(), e.end(), e.exit());
      default -> {
        // Concerns no allocation, or changes none.
      }
    }
  }

  private void end(long at, AllocationId id, Event.End end, Optional<Exit> exit)
      throws SQLException {
    ended.add(at, end.name(), exit.isPresent() ? CanonicalJson.text(exit.get()) : null, id.value());
  }

  private void add(long at, Action action, Map<JobId, JobView.Held> held) throws SQLException {
    switch (action) {
      case Action.Start(var a) ->
          starts.add(
              a.id().value(),
              a.incarnation(),
              a.job().value(),
              at,
              CanonicalJson.text(a.variants()),
              CanonicalJson.text(a.tasks()),
              milli(held.get(a.job())));
      case Action.Stop a ->
          stops.add(
              a.cause().name(),
              a.beneficiary().isPresent() ? a.beneficiary().get().value() : null,
              a.allocation().value());
      case Action.Resize a -> resize(at, a, held.get(a.job()));
      default -> {
        // Concerns no allocation.
      }
    }
  }

  private void resize(long at, Action.Resize a, JobView.@Nullable Held held) throws SQLException {
    String now = CanonicalJson.text(a.tasks());
    if (a.inPlace()) {
      tasks.add(now, milli(held), a.allocation().value(), a.incarnation());
      return;
    }
    replaced.add(at, a.allocation().value(), a.incarnation());
    starts.add(
        a.allocation().value(),
        a.incarnation(),
        a.job().value(),
        at,
        CanonicalJson.text(held == null ? List.of() : held.variants()),
        now,
        milli(held));
  }

  private static long milli(JobView.@Nullable Held held) {
    return held == null ? 0 : held.deviceMilli();
  }

  /** Ends come before the starts of the same turn, as facts come before decisions. */
  void flush() throws SQLException {
    started.flush();
    ended.flush();
    replaced.flush();
    starts.flush();
    tasks.flush();
    stops.flush();
  }

  @Override
  public void close() throws SQLException {
    started.close();
    ended.close();
    replaced.close();
    starts.close();
    tasks.close();
    stops.close();
  }
}
