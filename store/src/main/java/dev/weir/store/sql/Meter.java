package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.ALLOCATION;
import static dev.weir.store.sql.Tables.BEGAN;
import static dev.weir.store.sql.Tables.DEVICE_MILLI;
import static dev.weir.store.sql.Tables.DOMAIN;
import static dev.weir.store.sql.Tables.ENDED;
import static dev.weir.store.sql.Tables.HOUR;
import static dev.weir.store.sql.Tables.INCARNATION;
import static dev.weir.store.sql.Tables.JOB;
import static dev.weir.store.sql.Tables.MILLI_MILLIS;
import static dev.weir.store.sql.Tables.MODEL;
import static dev.weir.store.sql.Tables.QUEUE;
import static dev.weir.store.sql.Tables.SEGMENTS;
import static dev.weir.store.sql.Tables.SUBMITTER;
import static dev.weir.store.sql.Tables.USAGE_HOURS;

import dev.weir.control.Turn;
import dev.weir.control.view.JobView;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.id.JobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/**
 * Meters what jobs hold: from the decision to start until the room is released, whether the devices
 * computed or not. A change of size or place ends a segment and begins another. Ended segments are
 * also summed up by the hours that they touch, so that prices and carbon, which change by the hour,
 * can be applied to them.
 */
final class Meter implements AutoCloseable {
  static final long HOUR_MILLIS = 3_600_000;

  /** A device model in a domain. */
  record Kind(String domain, String model) {}

  /** What a job holds of each, from a point in time. */
  private record Open(
      long began,
      long allocation,
      int incarnation,
      String queue,
      String submitter,
      Map<Kind, Long> milli) {
    boolean holds(JobView.Held held, int now, Map<Kind, Long> amounts) {
      return allocation == held.allocation().value() && incarnation == now && milli.equals(amounts);
    }
  }

  private record Hour(long hour, String queue, String submitter, Kind kind) {}

  private final Batch begins;
  private final Batch ends;
  private final Batch empties;
  private final Batch hours;
  private final NodeRows nodes;
  private final Map<JobId, Open> open = new HashMap<>();
  private final Map<Hour, Long> sums = new LinkedHashMap<>();

  Meter(Connection connection, DSLContext sql, NodeRows nodes) throws SQLException {
    this.nodes = nodes;
    begins =
        new Batch(
            connection,
            Batch.insert(
                sql,
                SEGMENTS,
                JOB,
                BEGAN,
                DOMAIN,
                MODEL,
                ALLOCATION,
                INCARNATION,
                QUEUE,
                SUBMITTER,
                DEVICE_MILLI));
    ends =
        new Batch(
            connection,
            sql.update(SEGMENTS)
                .set(ENDED, Batch.later(ENDED))
                .where(JOB.eq(Batch.later(JOB)), ENDED.isNull()));
    empties =
        new Batch(
            connection, sql.deleteFrom(SEGMENTS).where(JOB.eq(Batch.later(JOB)), ENDED.isNull()));
    hours =
        new Batch(
            connection,
            sql.insertInto(USAGE_HOURS)
                .columns(HOUR, QUEUE, SUBMITTER, DOMAIN, MODEL, MILLI_MILLIS)
                .values(Batch.empty(List.of(HOUR, QUEUE, SUBMITTER, DOMAIN, MODEL, MILLI_MILLIS)))
                .onConflict(HOUR, QUEUE, SUBMITTER, DOMAIN, MODEL)
                .doUpdate()
                .set(
                    MILLI_MILLIS,
                    Tables.of(USAGE_HOURS, MILLI_MILLIS).plus(DSL.excluded(MILLI_MILLIS))));
  }

  /** Goes on where the store stopped. */
  void load(Connection connection, DSLContext sql) throws SQLException {
    open.clear();
    String query =
        sql.select(
                JOB, BEGAN, DOMAIN, MODEL, ALLOCATION, INCARNATION, QUEUE, SUBMITTER, DEVICE_MILLI)
            .from(SEGMENTS)
            .where(ENDED.isNull())
            .getSQL();
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        long began = rows.getLong(2);
        Kind kind = new Kind(rows.getString(3), rows.getString(4));
        long allocation = rows.getLong(5);
        int incarnation = rows.getInt(6);
        String queue = rows.getString(7);
        String submitter = rows.getString(8);
        open.computeIfAbsent(
                new JobId(rows.getLong(1)),
                _ ->
                    new Open(
                        began, allocation, incarnation, queue, submitter, new LinkedHashMap<>()))
            .milli
            .put(kind, rows.getLong(9));
      }
    }
  }

  void add(Turn turn, List<JobView> changed) throws SQLException {
    for (JobView view : changed) {
      Open former = open.get(view.spec().id());
      if (view.held().isEmpty()) {
        if (former != null) {
          end(view.spec().id(), former, turn.at());
        }
        continue;
      }
      JobView.Held held = view.held().get();
      Map<Kind, Long> amounts = amounts(held);
      if (former != null && former.holds(held, view.incarnation(), amounts)) {
        continue;
      }
      if (former != null) {
        end(view.spec().id(), former, turn.at());
      }
      begin(view, held, amounts, turn.at());
    }
  }

  private void begin(JobView view, JobView.Held held, Map<Kind, Long> amounts, long at)
      throws SQLException {
    Open opened =
        new Open(
            at,
            held.allocation().value(),
            view.incarnation(),
            view.spec().queue().value(),
            view.spec().user(),
            amounts);
    open.put(view.spec().id(), opened);
    for (Map.Entry<Kind, Long> part : amounts.entrySet()) {
      begins.add(
          view.spec().id().value(),
          at,
          part.getKey().domain(),
          part.getKey().model(),
          opened.allocation(),
          opened.incarnation(),
          opened.queue(),
          opened.submitter(),
          part.getValue());
    }
  }

  private void end(JobId job, Open former, long at) throws SQLException {
    open.remove(job);
    if (former.began == at) {
      empties.add(job.value()); // began and over in the same millisecond: it used nothing
      return;
    }
    ends.add(at, job.value());
    former.milli.forEach(
        (kind, milli) -> {
          for (Map.Entry<Long, Long> part : byHour(former.began, at).entrySet()) {
            sums.merge(
                new Hour(part.getKey(), former.queue, former.submitter, kind),
                milli * part.getValue(),
                Long::sum);
          }
        });
  }

  /** The milliseconds of a span by the hour in which they lie. */
  static Map<Long, Long> byHour(long from, long until) {
    Map<Long, Long> hours = new TreeMap<>();
    for (long hour = Math.floorDiv(from, HOUR_MILLIS) * HOUR_MILLIS;
        hour < until;
        hour += HOUR_MILLIS) {
      hours.put(hour, Math.min(until, hour + HOUR_MILLIS) - Math.max(from, hour));
    }
    return hours;
  }

  /**
   * What is charged, by domain and device model. A job that holds several models is charged for
   * each by the number of devices that its tasks touch; the sum is exact.
   */
  private Map<Kind, Long> amounts(JobView.Held held) {
    if (held.deviceMilli() == 0) {
      return Map.of();
    }
    Map<Kind, Long> touched = new LinkedHashMap<>();
    for (TaskPlacement task : held.tasks()) {
      nodes.touched(task).forEach((kind, count) -> touched.merge(kind, count, Long::sum));
    }
    if (touched.size() == 1) {
      return Map.of(touched.keySet().iterator().next(), held.deviceMilli());
    }
    return split(held.deviceMilli(), touched);
  }

  private static Map<Kind, Long> split(long amount, Map<Kind, Long> weights) {
    long left = amount;
    long weightLeft = weights.values().stream().mapToLong(Long::longValue).sum();
    Map<Kind, Long> parts = new LinkedHashMap<>();
    for (Map.Entry<Kind, Long> weight : new ArrayList<>(weights.entrySet())) {
      long part =
          Math.toIntExact(weight.getValue()) == weightLeft
              ? left
              : Math.multiplyExact(left, weight.getValue()) / weightLeft;
      parts.put(weight.getKey(), part);
      left -= part;
      weightLeft -= weight.getValue();
    }
    return parts;
  }

  void flush() throws SQLException {
    ends.flush();
    empties.flush();
    begins.flush();
    for (Map.Entry<Hour, Long> sum : sums.entrySet()) {
      Hour h = sum.getKey();
      hours.add(
          h.hour(), h.queue(), h.submitter(), h.kind().domain(), h.kind().model(), sum.getValue());
    }
    sums.clear();
    hours.flush();
  }

  @Override
  public void close() throws SQLException {
    begins.close();
    ends.close();
    empties.close();
    hours.close();
  }
}
