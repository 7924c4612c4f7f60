package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.BEGAN;
import static dev.weir.store.sql.Tables.DEVICE_MILLI;
import static dev.weir.store.sql.Tables.DOMAIN;
import static dev.weir.store.sql.Tables.ENDED;
import static dev.weir.store.sql.Tables.HOUR;
import static dev.weir.store.sql.Tables.MILLI_MILLIS;
import static dev.weir.store.sql.Tables.MODEL;
import static dev.weir.store.sql.Tables.QUEUE;
import static dev.weir.store.sql.Tables.SEGMENTS;
import static dev.weir.store.sql.Tables.SUBMITTER;
import static dev.weir.store.sql.Tables.USAGE_HOURS;

import dev.weir.store.UsageFilter;
import dev.weir.store.UsageFilter.By;
import dev.weir.store.UsageRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Sums up ended segments from their hours, and what is held now from the segments themselves. */
final class UsageQuery {
  private static final double MILLI_MILLIS_PER_DEVICE_HOUR = 1000.0 * Meter.HOUR_MILLIS;

  private static final Comparator<Key> ORDER =
      Comparator.comparingLong(Key::hour)
          .thenComparing(Key::queue)
          .thenComparing(Key::submitter)
          .thenComparing(Key::domain)
          .thenComparing(Key::model);

  private final DSLContext sql;
  private final UsageFilter filter;
  private final long from;
  private final long until;
  private final long now;
  private final Map<Key, Double> sums = new TreeMap<>(ORDER);

  private record Key(long hour, String queue, String submitter, String domain, String model) {}

  UsageQuery(DSLContext sql, UsageFilter filter, long now) {
    this.sql = sql;
    this.filter = filter;
    this.now = now;
    this.from = Math.floorDiv(filter.from(), Meter.HOUR_MILLIS) * Meter.HOUR_MILLIS;
    this.until = Math.ceilDiv(filter.until(), Meter.HOUR_MILLIS) * Meter.HOUR_MILLIS;
  }

  List<UsageRow> fetch() {
    ended();
    held();
    List<UsageRow> rows = new ArrayList<>(sums.size());
    sums.forEach(
        (k, amount) ->
            rows.add(
                new UsageRow(
                    k.hour,
                    k.queue,
                    k.submitter,
                    k.domain,
                    k.model,
                    amount / MILLI_MILLIS_PER_DEVICE_HOUR)));
    return rows;
  }

  private void ended() {
    Map<By, Field<?>> columns =
        new TreeMap<>(
            Map.of(
                By.HOUR, HOUR,
                By.QUEUE, QUEUE,
                By.USER, SUBMITTER,
                By.DOMAIN, DOMAIN,
                By.MODEL, MODEL));
    columns.keySet().retainAll(filter.by());
    List<Field<?>> selected = new ArrayList<>(columns.values());
    // In doubles: a large fleet's year is more than 2^63 milli-device × ms.
    Field<Double> sum = DSL.sum(MILLI_MILLIS.mul(1.0)).cast(Double.class).as("amount");
    selected.add(sum);
    sql.select(selected)
        .from(USAGE_HOURS)
        .where(HOUR.ge(from), HOUR.lt(until), whose())
        .groupBy(columns.values())
        .forEach(r -> add(r, r.get(sum)));
  }

  private Condition whose() {
    Condition condition = filter.queues().isEmpty() ? DSL.noCondition() : QUEUE.in(filter.queues());
    return filter.user().isPresent() ? condition.and(SUBMITTER.eq(filter.user().get())) : condition;
  }

  private void add(Record r, @org.jspecify.annotations.Nullable Double amount) {
    if (amount == null) {
      return; // the sum over no row
    }
    sums.merge(
        new Key(
            filter.by().contains(By.HOUR) ? r.get(HOUR) : 0,
            text(r, By.QUEUE, QUEUE),
            text(r, By.USER, SUBMITTER),
            text(r, By.DOMAIN, DOMAIN),
            text(r, By.MODEL, MODEL)),
        amount,
        Double::sum);
  }

  private String text(Record r, By by, Field<String> column) {
    return filter.by().contains(by) ? r.get(column) : "";
  }

  private void held() {
    long end = Math.min(now, until);
    sql.select(Rows.SEGMENT)
        .from(SEGMENTS)
        .where(ENDED.isNull(), BEGAN.lt(end), whose())
        .forEach(r -> held(r, Math.max(from, r.get(BEGAN)), end));
  }

  private void held(Record r, long began, long end) {
    Map<Long, Long> hours =
        filter.by().contains(By.HOUR)
            ? Meter.byHour(began, end)
            : Map.of(0L, Math.max(0, end - began));
    hours.forEach(
        (hour, millis) ->
            sums.merge(
                new Key(
                    hour,
                    text(r, By.QUEUE, QUEUE),
                    text(r, By.USER, SUBMITTER),
                    text(r, By.DOMAIN, DOMAIN),
                    text(r, By.MODEL, MODEL)),
                (double) r.get(DEVICE_MILLI) * millis,
                Double::sum));
  }
}
