package dev.weir.store.sql;

import dev.weir.control.CanonicalJson;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.event.Checkpoint;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobState;
import dev.weir.store.AllocationRow;
import dev.weir.store.AuditEntry;
import dev.weir.store.JobRow;
import dev.weir.store.Segment;
import dev.weir.store.StoreFailure;
import dev.weir.store.TimelineEntry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jooq.Field;
import org.jooq.Record;

/** Records of the database as values. */
final class Rows {
  static final List<Field<?>> JOB =
      List.of(
          Tables.ID,
          Tables.NAME,
          Tables.QUEUE,
          Tables.SUBMITTER,
          Tables.KIND,
          Tables.STATE,
          Tables.PRIORITY,
          Tables.INCARNATION,
          Tables.RESTARTS,
          Tables.SUBMITTED_AT,
          Tables.FIRST_START,
          Tables.RUNNING_SINCE,
          Tables.ENDED_AT,
          Tables.DEVICE_MILLI,
          Tables.SAVED_MILLIS,
          Tables.ATTAINED,
          Tables.ALLOCATION,
          Tables.PLANNED,
          Tables.SUSPENDED_BY,
          Tables.REASON,
          Tables.ENDING,
          Tables.PROCESS_EXIT,
          Tables.CHECKPOINT,
          Tables.CHECKPOINT_AT,
          Tables.TURN);
  static final List<Field<?>> ALLOCATION =
      List.of(
          Tables.ID,
          Tables.JOB,
          Tables.INCARNATION,
          Tables.DECIDED_AT,
          Tables.STARTED_AT,
          Tables.ENDED_AT,
          Tables.VARIANTS,
          Tables.TASKS,
          Tables.DEVICE_MILLI,
          Tables.STOP,
          Tables.BENEFICIARY,
          Tables.ENDING,
          Tables.PROCESS_EXIT);
  static final List<Field<?>> TIMELINE =
      List.of(Tables.TURN, Tables.AT, Tables.WHAT, Tables.DETAIL);
  static final List<Field<?>> SEGMENT =
      List.of(
          Tables.JOB,
          Tables.ALLOCATION,
          Tables.INCARNATION,
          Tables.DOMAIN,
          Tables.MODEL,
          Tables.BEGAN,
          Tables.ENDED,
          Tables.DEVICE_MILLI,
          Tables.QUEUE,
          Tables.SUBMITTER);
  static final List<Field<?>> AUDIT =
      List.of(
          Tables.POSITION,
          Tables.TURN,
          Tables.AT,
          Tables.STATED_BY,
          Tables.VIA,
          Tables.IDEMPOTENCY_KEY,
          Tables.WHAT);

  private Rows() {}

  static JobRow job(Record r) {
    return new JobRow(
        new JobId(r.get(Tables.ID)),
        r.get(Tables.NAME),
        new QueueId(r.get(Tables.QUEUE)),
        r.get(Tables.SUBMITTER),
        JobKind.valueOf(r.get(Tables.KIND)),
        JobState.valueOf(r.get(Tables.STATE)),
        r.get(Tables.PRIORITY),
        r.get(Tables.INCARNATION),
        r.get(Tables.RESTARTS),
        r.get(Tables.SUBMITTED_AT),
        number(r, Tables.FIRST_START),
        number(r, Tables.RUNNING_SINCE),
        number(r, Tables.ENDED_AT),
        number(r, Tables.DEVICE_MILLI).orElse(0),
        r.get(Tables.SAVED_MILLIS),
        r.get(Tables.ATTAINED),
        optional(r, Tables.ALLOCATION).map(AllocationId::new),
        json(r, Tables.PLANNED, Action.PlannedStart.class),
        optional(r, Tables.SUSPENDED_BY),
        optional(r, Tables.REASON),
        optional(r, Tables.ENDING).map(Event.End::valueOf),
        json(r, Tables.PROCESS_EXIT, Exit.class),
        json(r, Tables.CHECKPOINT, Checkpoint.class),
        number(r, Tables.CHECKPOINT_AT),
        r.get(Tables.TURN));
  }

  static AllocationRow allocation(Record r) {
    return new AllocationRow(
        new AllocationId(r.get(Tables.ID)),
        new JobId(r.get(Tables.JOB)),
        r.get(Tables.INCARNATION),
        r.get(Tables.DECIDED_AT),
        number(r, Tables.STARTED_AT),
        number(r, Tables.ENDED_AT),
        list(r.get(Tables.VARIANTS), Integer.class),
        list(r.get(Tables.TASKS), TaskPlacement.class),
        r.get(Tables.DEVICE_MILLI),
        optional(r, Tables.STOP).map(Action.StopCause::valueOf),
        optional(r, Tables.BENEFICIARY).map(JobId::new),
        optional(r, Tables.ENDING).map(Event.End::valueOf),
        json(r, Tables.PROCESS_EXIT, Exit.class));
  }

  static TimelineEntry timeline(Record r) {
    return new TimelineEntry(
        r.get(Tables.TURN),
        r.get(Tables.AT),
        TimelineEntry.What.valueOf(r.get(Tables.WHAT)),
        r.get(Tables.DETAIL));
  }

  static Segment segment(Record r) {
    return new Segment(
        new JobId(r.get(Tables.JOB)),
        new AllocationId(r.get(Tables.ALLOCATION)),
        r.get(Tables.INCARNATION),
        r.get(Tables.DOMAIN),
        r.get(Tables.MODEL),
        r.get(Tables.BEGAN),
        number(r, Tables.ENDED),
        r.get(Tables.DEVICE_MILLI));
  }

  static AuditEntry audit(Record r) {
    return new AuditEntry(
        r.get(Tables.POSITION),
        r.get(Tables.TURN),
        r.get(Tables.AT),
        r.get(Tables.STATED_BY),
        r.get(Tables.VIA),
        optional(r, Tables.IDEMPOTENCY_KEY),
        r.get(Tables.WHAT));
  }

  static <T> List<T> list(String json, Class<T> element) {
    try {
      return CanonicalJson.readList(json, element);
    } catch (IOException e) {
      throw damaged(json, e);
    }
  }

  static <T> T value(String json, Class<T> type) {
    try {
      return CanonicalJson.read(json, type);
    } catch (IOException e) {
      throw damaged(json, e);
    }
  }

  private static StoreFailure damaged(String json, IOException cause) {
    String beginning = json.substring(0, Math.min(json.length(), 60));
    return new StoreFailure("a row cannot be read: " + beginning, cause);
  }

  private static <T> Optional<T> json(Record r, Field<String> column, Class<T> type) {
    return optional(r, column).map(text -> value(text, type));
  }

  private static <T> Optional<T> optional(Record r, Field<T> column) {
    return Optional.ofNullable(r.get(column));
  }

  private static OptionalLong number(Record r, Field<Long> column) {
    Long value = r.get(column);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
