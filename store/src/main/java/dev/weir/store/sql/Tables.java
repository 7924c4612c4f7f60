package dev.weir.store.sql;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;

/** The names of the schema; the schema itself and what its columns mean is in the migrations. */
final class Tables {
  static final Table<Record> JOURNAL = table(name("journal"));
  static final Table<Record> HEAD = table(name("head"));
  static final Table<Record> SNAPSHOT = table(name("snapshot"));
  static final Table<Record> LEASE = table(name("lease"));
  static final Table<Record> JOBS = table(name("jobs"));
  static final Table<Record> SPECS = table(name("specs"));
  static final Table<Record> ALLOCATIONS = table(name("allocations"));
  static final Table<Record> TIMELINE = table(name("timeline"));
  static final Table<Record> SEGMENTS = table(name("segments"));
  static final Table<Record> USAGE_HOURS = table(name("usage_hours"));
  static final Table<Record> NODES = table(name("nodes"));
  static final Table<Record> SETTINGS = table(name("settings"));
  static final Table<Record> ANSWERS = table(name("answers"));
  static final Table<Record> AUDIT = table(name("audit"));

  static final Field<Integer> ONE = integer("one");
  static final Field<Long> SEQUENCE = number("sequence");
  static final Field<Long> AT = number("at");
  static final Field<Integer> FORMAT = integer("format");
  static final Field<Integer> PACKED = integer("packed");
  static final Field<String> HASH = text("hash");
  static final Field<byte[]> BODY = field(name("body"), byte[].class);

  static final Field<String> CHAIN = text("chain");
  static final Field<String> SNAPSHOT_FORMAT = text("format");

  static final Field<String> HOLDER = text("holder");
  static final Field<Long> TOKEN = number("token");
  static final Field<Long> SINCE = number("since");
  static final Field<Long> RENEWED = number("renewed");

  static final Field<Long> ID = number("id");
  static final Field<String> NAME = text("name");
  static final Field<String> QUEUE = text("queue");
  static final Field<String> SUBMITTER = text("submitter");
  static final Field<String> KIND = text("kind");
  static final Field<String> STATE = text("state");
  static final Field<Integer> PRIORITY = integer("priority");
  static final Field<Integer> INCARNATION = integer("incarnation");
  static final Field<Integer> RESTARTS = integer("restarts");
  static final Field<Long> SUBMITTED_AT = number("submitted_at");
  static final Field<Long> FIRST_START = number("first_start");
  static final Field<Long> RUNNING_SINCE = number("running_since");
  static final Field<Long> ENDED_AT = number("ended_at");
  static final Field<Long> DEVICE_MILLI = number("device_milli");
  static final Field<Long> SAVED_MILLIS = number("saved_millis");
  static final Field<Long> ATTAINED = number("attained");
  static final Field<Long> ALLOCATION = number("allocation");
  static final Field<String> PLANNED = text("planned");
  static final Field<String> SUSPENDED_BY = text("suspended_by");
  static final Field<String> REASON = text("reason");
  static final Field<String> ENDING = text("ending");
  static final Field<String> PROCESS_EXIT = text("process_exit");
  static final Field<String> CHECKPOINT = text("checkpoint");
  static final Field<Long> CHECKPOINT_AT = number("checkpoint_at");
  static final Field<Long> TURN = number("turn");

  static final Field<Long> JOB = number("job");
  static final Field<String> SPEC = text("spec");
  static final Field<Long> DECIDED_AT = number("decided_at");
  static final Field<Long> STARTED_AT = number("started_at");
  static final Field<String> VARIANTS = text("variants");
  static final Field<String> TASKS = text("tasks");
  static final Field<String> STOP = text("stop");
  static final Field<Long> BENEFICIARY = number("beneficiary");
  static final Field<Integer> ORDINAL = integer("ordinal");
  static final Field<String> WHAT = text("what");
  static final Field<String> DETAIL = text("detail");

  static final Field<Long> BEGAN = number("began");
  static final Field<Long> ENDED = number("ended");
  static final Field<String> DOMAIN = text("domain");
  static final Field<String> MODEL = text("model");
  static final Field<Long> HOUR = number("hour");
  static final Field<Long> MILLI_MILLIS = number("milli_millis");
  static final Field<String> NODE = text("id");
  static final Field<String> MODELS = text("models");

  static final Field<String> JSON = text("json");
  static final Field<String> SET_BY = text("set_by");
  static final Field<String> ASKED_BY = text("asked_by");
  static final Field<String> IDEMPOTENCY_KEY = text("idempotency_key");
  static final Field<String> VIA = text("via");
  static final Field<String> SUBMITTED = text("jobs");
  static final Field<Long> POSITION = number("position");
  static final Field<String> STATED_BY = text("stated_by");

  private Tables() {}

  /** The same column with its table before it, where a statement knows two of the name. */
  static <T> Field<T> of(Table<?> table, Field<T> column) {
    return field(name(table.getName(), column.getName()), column.getDataType());
  }

  private static Field<Long> number(String column) {
    return field(name(column), Long.class);
  }

  private static Field<Integer> integer(String column) {
    return field(name(column), Integer.class);
  }

  private static Field<String> text(String column) {
    return field(name(column), String.class);
  }
}
