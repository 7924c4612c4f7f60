package dev.weir.store.sql;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import dev.weir.store.StoreFailure;
import dev.weir.store.Telemetry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Samples in two tables: each as it came, and the older ones by the minute. */
final class SqlTelemetry implements Telemetry, AutoCloseable {
  private static final long MINUTE = 60_000;
  private static final int MOST_REMEMBERED = 100_000;

  private static final Table<Record> SERIES = table(name("series"));
  private static final Table<Record> SAMPLES = table(name("samples"));
  private static final Table<Record> MINUTES = table(name("minutes"));
  private static final Field<Long> ID = field(name("id"), Long.class);
  private static final Field<String> SUBJECT = field(name("subject"), String.class);
  private static final Field<String> METRIC = field(name("metric"), String.class);
  private static final Field<Long> OF = field(name("series"), Long.class);
  private static final Field<Long> AT = field(name("at"), Long.class);
  private static final Field<Double> VALUE = field(name("value"), Double.class);
  private static final Field<Double> TOTAL = field(name("total"), Double.class);
  private static final Field<Double> LOW = field(name("low"), Double.class);
  private static final Field<Double> HIGH = field(name("high"), Double.class);
  private static final Field<Long> COUNT = field(name("samples"), Long.class);

  private record Series(String subject, String metric) {}

  private final Database database;
  private final Readers readers;
  private final Map<Series, Long> ids = new LinkedHashMap<>();
  private @Nullable Connection writer;

  private SqlTelemetry(Database database) {
    this.database = database;
    readers = new Readers(database);
  }

  static SqlTelemetry open(Database database) {
    Schema.TELEMETRY.migrate(database);
    return new SqlTelemetry(database);
  }

  private interface Change {
    void make(Connection connection) throws SQLException;
  }

  /** A failed change leaves nothing behind; the next one opens a new connection. */
  private synchronized void change(Change change) {
    boolean well = false;
    try {
      if (writer == null) {
        writer = database.writer();
      }
      change.make(writer);
      writer.commit();
      well = true;
    } catch (SQLException | DataAccessException e) {
      throw new StoreFailure("%s did not take the samples".formatted(database.place()), e);
    } finally {
      if (!well) {
        abandon();
      }
    }
  }

  private void abandon() {
    ids.clear();
    if (writer != null) {
      try {
        writer.close();
      } catch (SQLException e) {
        // It is broken; the failure that led here is reported.
      }
      writer = null;
    }
  }

  @Override
  public void append(List<Sample> samples) {
    if (samples.isEmpty()) {
      return;
    }
    change(
        connection -> {
          DSLContext sql = database.sql(connection);
          try (Batch rows =
              new Batch(connection, Batch.upsert(sql, SAMPLES, List.of(OF, AT), VALUE))) {
            // The same sample twice in one statement is an error on PostgreSQL: the last stands.
            Map<List<Long>, Double> last = new LinkedHashMap<>();
            for (Sample s : samples) {
              last.put(List.of(series(sql, s), s.at()), s.value());
            }
            for (Map.Entry<List<Long>, Double> row : last.entrySet()) {
              rows.add(row.getKey().get(0), row.getKey().get(1), row.getValue());
            }
            rows.flush();
          }
        });
  }

  private long series(DSLContext sql, Sample sample) {
    Series series = new Series(sample.subject(), sample.metric());
    Long known = ids.get(series);
    if (known != null) {
      return known;
    }
    if (ids.size() >= MOST_REMEMBERED) {
      ids.clear();
    }
    sql.insertInto(SERIES)
        .columns(SUBJECT, METRIC)
        .values(series.subject, series.metric)
        .onConflict(SUBJECT, METRIC)
        .doNothing()
        .execute();
    Long id =
        sql.select(ID)
            .from(SERIES)
            .where(SUBJECT.eq(series.subject), METRIC.eq(series.metric))
            .fetchOne(ID);
    if (id == null) {
      throw new StoreFailure("%s lost a series".formatted(database.place()));
    }
    ids.put(series, id);
    return id;
  }

  /** Sum, least, greatest and number of what fell into one step. */
  private record Sums(double total, double low, double high, long count) {
    Sums plus(Sums other) {
      return new Sums(
          total + other.total,
          Math.min(low, other.low),
          Math.max(high, other.high),
          count + other.count);
    }
  }

  @Override
  public List<Point> range(String subject, String metric, long from, long until, Duration step) {
    long width = step.toMillis();
    if (width < 1) {
      throw new IllegalArgumentException("a step lasts at least 1 ms, not " + step);
    }
    Map<Long, Sums> steps =
        readers.ask(
            connection -> {
              DSLContext sql = database.sql(connection);
              Condition which =
                  OF.in(sql.select(ID).from(SERIES).where(SUBJECT.eq(subject), METRIC.eq(metric)))
                      .and(AT.ge(from))
                      .and(AT.lt(until));
              Field<Long> number = AT.minus(inline(from)).div(inline(width)).as("number");
              Map<Long, Sums> found = new TreeMap<>();
              sql.select(number, sum(VALUE), min(VALUE), max(VALUE), DSL.count())
                  .from(SAMPLES)
                  .where(which)
                  .groupBy(number)
                  .forEach(r -> add(found, r));
              sql.select(number, sum(TOTAL), min(LOW), max(HIGH), sum(COUNT))
                  .from(MINUTES)
                  .where(which)
                  .groupBy(number)
                  .forEach(r -> add(found, r));
              return found;
            });
    List<Point> points = new ArrayList<>(steps.size());
    steps.forEach(
        (number, s) ->
            points.add(
                new Point(from + number * width, s.total / s.count, s.low, s.high, s.count)));
    return points;
  }

  private static void add(Map<Long, Sums> found, Record r) {
    found.merge(
        r.get(0, Long.class),
        new Sums(
            r.get(1, Double.class),
            r.get(2, Double.class),
            r.get(3, Double.class),
            r.get(4, Long.class)),
        Sums::plus);
  }

  @Override
  public List<Sample> latest(String subject) {
    return latest(SUBJECT.eq(subject)).stream()
        .sorted(Comparator.comparing(Sample::metric))
        .toList();
  }

  @Override
  public List<Sample> latest(String subjectPrefix, String metric) {
    return latest(SUBJECT.startsWith(subjectPrefix).and(METRIC.eq(metric))).stream()
        .filter(s -> s.subject().startsWith(subjectPrefix)) // LIKE may ignore case
        .sorted(Comparator.comparing(Sample::subject))
        .toList();
  }

  private List<Sample> latest(Condition which) {
    Table<Record> other = SAMPLES.as("other");
    Field<Long> otherAt = field(name("other", "at"), Long.class);
    Field<Long> otherOf = field(name("other", "series"), Long.class);
    Field<Long> newest =
        DSL.field(DSL.select(max(otherAt)).from(other).where(otherOf.eq(Tables.of(SERIES, ID))));
    return readers.ask(
        connection ->
            database
                .sql(connection)
                .select(AT, SUBJECT, METRIC, VALUE)
                .from(SERIES)
                .join(SAMPLES)
                .on(
                    field(name("samples", "series"), Long.class).eq(Tables.of(SERIES, ID)),
                    Tables.of(SAMPLES, AT).eq(newest))
                .where(which)
                .fetch(r -> new Sample(r.value1(), r.value2(), r.value3(), r.value4())));
  }

  @Override
  public void retain(long now, Duration fine, Duration coarse) {
    long fineEdge = Math.floorDiv(now - fine.toMillis(), MINUTE) * MINUTE;
    long coarseEdge = Math.floorDiv(now - coarse.toMillis(), MINUTE) * MINUTE;
    change(
        connection -> {
          DSLContext sql = database.sql(connection);
          sumUp(sql, fineEdge);
          sql.deleteFrom(SAMPLES).where(AT.lt(fineEdge)).execute();
          if (sql.deleteFrom(MINUTES).where(AT.lt(coarseEdge)).execute() > 0) {
            forgetEmptySeries(sql);
          }
        });
  }

  private static void sumUp(DSLContext sql, long edge) {
    Field<Long> minute = AT.minus(AT.mod(inline(MINUTE)));
    sql.insertInto(MINUTES)
        .columns(OF, AT, TOTAL, LOW, HIGH, COUNT)
        .select(
            sql.select(
                    OF,
                    minute,
                    sum(VALUE).cast(Double.class),
                    min(VALUE),
                    max(VALUE),
                    DSL.count().cast(Long.class))
                .from(SAMPLES)
                .where(AT.lt(edge))
                .groupBy(OF, minute))
        .onConflict(OF, AT)
        .doUpdate()
        .set(TOTAL, Tables.of(MINUTES, TOTAL).plus(DSL.excluded(TOTAL)))
        .set(LOW, DSL.least(Tables.of(MINUTES, LOW), DSL.excluded(LOW)))
        .set(HIGH, DSL.greatest(Tables.of(MINUTES, HIGH), DSL.excluded(HIGH)))
        .set(COUNT, Tables.of(MINUTES, COUNT).plus(DSL.excluded(COUNT)))
        .execute();
  }

  private void forgetEmptySeries(DSLContext sql) {
    sql.deleteFrom(SERIES)
        .where(ID.notIn(sql.select(OF).from(SAMPLES)), ID.notIn(sql.select(OF).from(MINUTES)))
        .execute();
    ids.clear();
  }

  @Override
  public synchronized void close() {
    abandon();
    readers.close();
  }
}
