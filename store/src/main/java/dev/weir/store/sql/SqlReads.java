package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.ALLOCATIONS;
import static dev.weir.store.sql.Tables.ANSWERS;
import static dev.weir.store.sql.Tables.ASKED_BY;
import static dev.weir.store.sql.Tables.AT;
import static dev.weir.store.sql.Tables.AUDIT;
import static dev.weir.store.sql.Tables.BEGAN;
import static dev.weir.store.sql.Tables.BODY;
import static dev.weir.store.sql.Tables.DOMAIN;
import static dev.weir.store.sql.Tables.FORMAT;
import static dev.weir.store.sql.Tables.HASH;
import static dev.weir.store.sql.Tables.ID;
import static dev.weir.store.sql.Tables.IDEMPOTENCY_KEY;
import static dev.weir.store.sql.Tables.INCARNATION;
import static dev.weir.store.sql.Tables.JOB;
import static dev.weir.store.sql.Tables.JOBS;
import static dev.weir.store.sql.Tables.JOURNAL;
import static dev.weir.store.sql.Tables.JSON;
import static dev.weir.store.sql.Tables.MODEL;
import static dev.weir.store.sql.Tables.NAME;
import static dev.weir.store.sql.Tables.ORDINAL;
import static dev.weir.store.sql.Tables.PACKED;
import static dev.weir.store.sql.Tables.POSITION;
import static dev.weir.store.sql.Tables.SEGMENTS;
import static dev.weir.store.sql.Tables.SEQUENCE;
import static dev.weir.store.sql.Tables.SETTINGS;
import static dev.weir.store.sql.Tables.SET_BY;
import static dev.weir.store.sql.Tables.SPEC;
import static dev.weir.store.sql.Tables.SPECS;
import static dev.weir.store.sql.Tables.STATE;
import static dev.weir.store.sql.Tables.STATED_BY;
import static dev.weir.store.sql.Tables.SUBMITTED;
import static dev.weir.store.sql.Tables.TIMELINE;
import static dev.weir.store.sql.Tables.TURN;
import static dev.weir.store.sql.Tables.VIA;

import dev.weir.control.Journal.Link;
import dev.weir.control.Turn;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.store.AllocationRow;
import dev.weir.store.Answered;
import dev.weir.store.AuditEntry;
import dev.weir.store.JobFilter;
import dev.weir.store.JobRow;
import dev.weir.store.Page;
import dev.weir.store.Reads;
import dev.weir.store.Segment;
import dev.weir.store.Setting;
import dev.weir.store.TimelineEntry;
import dev.weir.store.UsageFilter;
import dev.weir.store.UsageRow;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Questions in SQL. */
final class SqlReads implements Reads {
  private final Database database;
  private final Readers readers;

  SqlReads(Database database, Readers readers) {
    this.database = database;
    this.readers = readers;
  }

  private <T> T ask(Function<DSLContext, T> question) {
    return readers.ask(connection -> question.apply(database.sql(connection)));
  }

  @Override
  public Page<JobRow> jobs(JobFilter filter, OptionalLong before, int limit) {
    checkLimit(limit);
    return ask(
        sql ->
            page(
                new JobQuery(sql, filter, before, limit + 1).fetch().map(Rows::job),
                limit,
                row -> row.id().value()));
  }

  /** One more than the page was asked for, to know whether there is a next one. */
  private static <T> Page<T> page(List<T> rows, int limit, ToLongFunction<T> position) {
    return rows.size() <= limit
        ? new Page<>(rows, OptionalLong.empty())
        : new Page<>(
            rows.subList(0, limit), OptionalLong.of(position.applyAsLong(rows.get(limit - 1))));
  }

  private static void checkLimit(int limit) {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException(
          "a page has 1 to %d entries, not %d".formatted(MOST, limit));
    }
  }

  @Override
  public Optional<JobRow> job(JobId id) {
    return ask(
        sql ->
            sql.select(Rows.JOB)
                .from(JOBS)
                .where(ID.eq(id.value()))
                .fetchOptional()
                .map(Rows::job));
  }

  @Override
  public Optional<JobSpec> spec(JobId id) {
    return ask(
        sql ->
            sql.select(SPEC)
                .from(SPECS)
                .where(JOB.eq(id.value()))
                .fetchOptional(SPEC)
                .map(text -> Rows.value(text, JobSpec.class)));
  }

  @Override
  public Map<JobState, Long> countsByState() {
    return ask(
        sql -> {
          Map<JobState, Long> counts = new EnumMap<>(JobState.class);
          sql.select(STATE, DSL.count())
              .from(JOBS)
              .groupBy(STATE)
              .forEach(r -> counts.put(JobState.valueOf(r.value1()), r.value2().longValue()));
          return counts;
        });
  }

  @Override
  public List<AllocationRow> allocations(JobId id) {
    return ask(
        sql ->
            sql.select(Rows.ALLOCATION)
                .from(ALLOCATIONS)
                .where(JOB.eq(id.value()))
                .orderBy(ID, INCARNATION)
                .fetch(Rows::allocation));
  }

  @Override
  public List<TimelineEntry> timeline(JobId id) {
    return ask(
        sql ->
            sql.select(Rows.TIMELINE)
                .from(TIMELINE)
                .where(JOB.eq(id.value()))
                .orderBy(TURN, ORDINAL)
                .fetch(Rows::timeline));
  }

  @Override
  public List<Segment> segments(JobId id) {
    return ask(
        sql ->
            sql.select(Rows.SEGMENT)
                .from(SEGMENTS)
                .where(JOB.eq(id.value()))
                .orderBy(BEGAN, DOMAIN, MODEL)
                .fetch(Rows::segment));
  }

  @Override
  public List<UsageRow> usage(UsageFilter filter, long now) {
    return ask(sql -> new UsageQuery(sql, filter, now).fetch());
  }

  @Override
  public Optional<Setting> setting(String name) {
    return ask(
        sql ->
            sql.select(NAME, JSON, SET_BY, AT)
                .from(SETTINGS)
                .where(NAME.eq(name))
                .fetchOptional()
                .map(SqlReads::setting));
  }

  @Override
  public List<Setting> settings(String prefix) {
    // Settings are few: the order and the prefix are Java's, whatever the collation is.
    return ask(
        sql ->
            sql.select(NAME, JSON, SET_BY, AT).from(SETTINGS).fetch(SqlReads::setting).stream()
                .filter(s -> s.name().startsWith(prefix))
                .sorted(java.util.Comparator.comparing(Setting::name))
                .toList());
  }

  private static Setting setting(Record r) {
    return new Setting(r.get(NAME), r.get(JSON), r.get(SET_BY), r.get(AT));
  }

  @Override
  public Optional<Answered> byKey(String by, String key) {
    return ask(
        sql ->
            sql.select(TURN, AT, VIA, SUBMITTED)
                .from(ANSWERS)
                .where(ASKED_BY.eq(by), IDEMPOTENCY_KEY.eq(key))
                .fetchOptional()
                .map(SqlReads::answered));
  }

  private static Answered answered(Record r) {
    return new Answered(
        r.get(TURN),
        r.get(AT),
        r.get(VIA),
        Rows.list(r.get(SUBMITTED), Long.class).stream().map(JobId::new).toList());
  }

  @Override
  public Page<AuditEntry> audit(Optional<String> by, OptionalLong before, int limit) {
    checkLimit(limit);
    Condition condition =
        by.map(STATED_BY::eq)
            .orElse(DSL.noCondition())
            .and(before.isPresent() ? POSITION.lt(before.getAsLong()) : DSL.noCondition());
    return ask(
        sql ->
            page(
                sql.select(Rows.AUDIT)
                    .from(AUDIT)
                    .where(condition)
                    .orderBy(POSITION.desc())
                    .limit(limit + 1)
                    .fetch(Rows::audit),
                limit,
                AuditEntry::position));
  }

  @Override
  public List<Turn> turnsAfter(long sequence, int limit) {
    return ask(
        sql ->
            sql.select(SEQUENCE, FORMAT, PACKED, HASH, BODY)
                .from(JOURNAL)
                .where(SEQUENCE.gt(sequence))
                .orderBy(SEQUENCE)
                .limit(limit)
                .fetch(SqlReads::turn));
  }

  private static Turn turn(Record r) {
    Link link = new Link(r.get(SEQUENCE), r.get(HASH));
    return Chain.decode(
        link, Chain.unpack(link.sequence(), r.get(FORMAT), r.get(PACKED), r.get(BODY)));
  }
}
