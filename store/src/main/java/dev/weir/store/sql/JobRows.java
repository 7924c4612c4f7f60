package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.ALLOCATION;
import static dev.weir.store.sql.Tables.ATTAINED;
import static dev.weir.store.sql.Tables.CHECKPOINT;
import static dev.weir.store.sql.Tables.CHECKPOINT_AT;
import static dev.weir.store.sql.Tables.DEVICE_MILLI;
import static dev.weir.store.sql.Tables.ENDED_AT;
import static dev.weir.store.sql.Tables.ENDING;
import static dev.weir.store.sql.Tables.FIRST_START;
import static dev.weir.store.sql.Tables.ID;
import static dev.weir.store.sql.Tables.INCARNATION;
import static dev.weir.store.sql.Tables.JOB;
import static dev.weir.store.sql.Tables.JOBS;
import static dev.weir.store.sql.Tables.KIND;
import static dev.weir.store.sql.Tables.NAME;
import static dev.weir.store.sql.Tables.PLANNED;
import static dev.weir.store.sql.Tables.PRIORITY;
import static dev.weir.store.sql.Tables.PROCESS_EXIT;
import static dev.weir.store.sql.Tables.QUEUE;
import static dev.weir.store.sql.Tables.REASON;
import static dev.weir.store.sql.Tables.RESTARTS;
import static dev.weir.store.sql.Tables.RUNNING_SINCE;
import static dev.weir.store.sql.Tables.SAVED_MILLIS;
import static dev.weir.store.sql.Tables.SPEC;
import static dev.weir.store.sql.Tables.SPECS;
import static dev.weir.store.sql.Tables.STATE;
import static dev.weir.store.sql.Tables.SUBMITTED_AT;
import static dev.weir.store.sql.Tables.SUBMITTER;
import static dev.weir.store.sql.Tables.SUSPENDED_BY;
import static dev.weir.store.sql.Tables.TURN;

import dev.weir.control.CanonicalJson;
import dev.weir.control.Turn;
import dev.weir.control.view.JobView;
import dev.weir.model.action.Action;
import dev.weir.model.event.Checkpoint;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * The jobs: what the engine knows of each after a turn, and what only the facts say (why and how it
 * ended, its newest checkpoint).
 */
final class JobRows implements AutoCloseable {
  private final Batch rows;
  private final Batch specs;
  private final Batch reasons;
  private final Batch ends;
  private final Batch checkpoints;

  /** What a turn's facts say of a job beside its state; of several, the last. */
  private static final class Said {
    @Nullable String reason;
    boolean reasonSaid;
    Event.@Nullable AllocationEnded end;
    @Nullable Checkpoint checkpoint;

    void reason(@Nullable String value) {
      reason = value;
      reasonSaid = true;
    }
  }

  JobRows(Connection connection, DSLContext sql) throws SQLException {
    rows = new Batch(connection, upsert(sql));
    specs = new Batch(connection, Batch.insert(sql, SPECS, JOB, SPEC));
    reasons = new Batch(connection, update(sql, REASON));
    ends = new Batch(connection, update(sql, ENDING, PROCESS_EXIT));
    checkpoints = new Batch(connection, update(sql, CHECKPOINT, CHECKPOINT_AT));
  }

  /** What a job is called and asks for never changes; what it held last stays. */
  private static Query upsert(DSLContext sql) {
    List<Field<?>> fixed = List.of(ID, NAME, QUEUE, SUBMITTER, KIND, SUBMITTED_AT);
    List<Field<?>> changing =
        List.of(
            STATE,
            PRIORITY,
            INCARNATION,
            RESTARTS,
            FIRST_START,
            RUNNING_SINCE,
            ENDED_AT,
            SAVED_MILLIS,
            ATTAINED,
            ALLOCATION,
            PLANNED,
            SUSPENDED_BY,
            TURN);
    List<Field<?>> all = new java.util.ArrayList<>(fixed);
    all.addAll(changing);
    all.add(DEVICE_MILLI);
    Map<Field<?>, Field<?>> changes = new LinkedHashMap<>();
    changing.forEach(c -> changes.put(c, DSL.excluded(c)));
    changes.put(
        DEVICE_MILLI, DSL.coalesce(DSL.excluded(DEVICE_MILLI), Tables.of(JOBS, DEVICE_MILLI)));
    return sql.insertInto(JOBS)
        .columns(all)
        .values(Batch.empty(all))
        .onConflict(ID)
        .doUpdate()
        .set(changes);
  }

  private static Query update(DSLContext sql, Field<?>... columns) {
    Map<Field<?>, Field<?>> changes = new LinkedHashMap<>();
    for (Field<?> column : columns) {
      changes.put(column, Batch.later(column));
    }
    return sql.update(JOBS).set(changes).where(ID.eq(Batch.later(ID)));
  }

  void add(Turn turn, List<JobView> changed) throws SQLException {
    Map<JobId, Said> said = new LinkedHashMap<>();
    for (Event event : turn.events()) {
      if (event instanceof Event.JobSubmitted(JobSpec spec)) {
        specs.add(spec.id().value(), CanonicalJson.text(spec));
      } else {
        listen(event, said);
      }
    }
    turn.plan().actions().forEach(a -> listen(a, said));
    for (JobView view : changed) {
      row(turn, view);
      Said of = said.get(view.spec().id());
      if (of != null) {
        tell(turn.at(), view.spec().id().value(), of);
      }
    }
  }

  private static void listen(Event event, Map<JobId, Said> said) {
    switch (event) {
      case Event.JobCancelled e -> of(said, e.job()).reason("cancelled by " + e.by());
      case Event.JobSuspended e -> of(said, e.job()).reason("suspended by " + e.by());
      case Event.JobResumed e -> of(said, e.job()).reason(null);
      case Event.StartRefused e -> of(said, e.job()).reason(e.reason());
      case Event.TaskLost e -> of(said, e.job()).reason(e.reason());
      case Event.AllocationEnded e -> {
        Said job = of(said, e.job());
        job.end = e;
        e.exit().map(Exit::reason).ifPresent(job::reason);
      }
      case Event.CheckpointCompleted e ->
          e.checkpoint().ifPresent(c -> of(said, e.job()).checkpoint = c);
      default -> {
        // Nothing that is not in the job's state.
      }
    }
  }

  private static void listen(Action action, Map<JobId, Said> said) {
    switch (action) {
      case Action.Start a -> of(said, a.allocation().job()).reason(null);
      case Action.Reject a -> of(said, a.job()).reason(a.verdict().sentence());
      case Action.Fail a -> of(said, a.job()).reason(a.reason());
      default -> {
        // Nothing that is not in the job's state.
      }
    }
  }

  private static Said of(Map<JobId, Said> said, JobId job) {
    return said.computeIfAbsent(job, _ -> new Said());
  }

  private void row(Turn turn, JobView v) throws SQLException {
    Optional<JobView.Held> held = v.held();
    rows.add(
        v.spec().id().value(),
        v.spec().name(),
        v.spec().queue().value(),
        v.spec().user(),
        v.spec().kind().name(),
        v.submittedAt(),
        v.state().name(),
        v.priority(),
        v.incarnation(),
        v.restarts(),
        orNull(v.firstStart()),
        orNull(v.runningSince()),
        v.state().ended() ? turn.at() : null,
        v.savedMillis(),
        v.attained(),
        held.isPresent() ? held.get().allocation().value() : null,
        v.planned().isPresent() ? CanonicalJson.text(v.planned().get()) : null,
        v.suspendedBy().orElse(null),
        turn.sequence(),
        held.isPresent() ? held.get().deviceMilli() : null);
  }

  private void tell(long at, long job, Said said) throws SQLException {
    if (said.reasonSaid) {
      reasons.add(said.reason, job);
    }
    if (said.end != null) {
      Optional<Exit> exit = said.end.exit();
      ends.add(
          said.end.end().name(), exit.isPresent() ? CanonicalJson.text(exit.get()) : null, job);
    }
    if (said.checkpoint != null) {
      checkpoints.add(CanonicalJson.text(said.checkpoint), at, job);
    }
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  void flush() throws SQLException {
    rows.flush();
    specs.flush();
    reasons.flush();
    ends.flush();
    checkpoints.flush();
  }

  @Override
  public void close() throws SQLException {
    rows.close();
    specs.close();
    reasons.close();
    ends.close();
    checkpoints.close();
  }
}
