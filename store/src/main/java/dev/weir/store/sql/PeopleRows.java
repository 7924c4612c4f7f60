package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.ANSWERS;
import static dev.weir.store.sql.Tables.ASKED_BY;
import static dev.weir.store.sql.Tables.AT;
import static dev.weir.store.sql.Tables.AUDIT;
import static dev.weir.store.sql.Tables.IDEMPOTENCY_KEY;
import static dev.weir.store.sql.Tables.JSON;
import static dev.weir.store.sql.Tables.NAME;
import static dev.weir.store.sql.Tables.POSITION;
import static dev.weir.store.sql.Tables.SETTINGS;
import static dev.weir.store.sql.Tables.SET_BY;
import static dev.weir.store.sql.Tables.STATED_BY;
import static dev.weir.store.sql.Tables.SUBMITTED;
import static dev.weir.store.sql.Tables.TURN;
import static dev.weir.store.sql.Tables.VIA;
import static dev.weir.store.sql.Tables.WHAT;

import dev.weir.control.CanonicalJson;
import dev.weir.control.Origin;
import dev.weir.control.Turn;
import dev.weir.model.event.Event;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jooq.DSLContext;

/** What people stated: the audit log, the answers to their requests, the settings. */
final class PeopleRows implements AutoCloseable {
  /** Room for the origins of one turn in an audit position. */
  static final int ORDINAL_BITS = 20;

  /** Facts of one request that the audit log names one by one. */
  private static final int NAMED = 5;

  private final Batch audit;
  private final Batch answers;
  private final Batch settings;
  private final Batch removed;

  PeopleRows(Connection connection, DSLContext sql) throws SQLException {
    audit =
        new Batch(
            connection,
            Batch.insert(sql, AUDIT, POSITION, TURN, AT, STATED_BY, VIA, IDEMPOTENCY_KEY, WHAT));
    List<org.jooq.Field<?>> columns = List.of(ASKED_BY, IDEMPOTENCY_KEY, TURN, AT, VIA, SUBMITTED);
    answers =
        new Batch(
            connection,
            // The first answer stands.
            sql.insertInto(ANSWERS)
                .columns(columns)
                .values(Batch.empty(columns))
                .onConflict(ASKED_BY, IDEMPOTENCY_KEY)
                .doNothing());
    settings = new Batch(connection, Batch.upsert(sql, SETTINGS, List.of(NAME), JSON, SET_BY, AT));
    removed = new Batch(connection, sql.deleteFrom(SETTINGS).where(NAME.eq(Batch.later(NAME))));
  }

  void add(Turn turn) throws SQLException {
    long position = turn.sequence() << ORDINAL_BITS;
    for (Origin origin : turn.origins()) {
      List<Event> facts = turn.events().subList(origin.first(), origin.first() + origin.count());
      audit.add(
          position++,
          turn.sequence(),
          turn.at(),
          origin.by(),
          origin.via(),
          origin.key().orElse(null),
          summary(facts));
      if (origin.key().isPresent()) {
        answers.add(
            origin.by(),
            origin.key().get(),
            turn.sequence(),
            turn.at(),
            origin.via(),
            CanonicalJson.text(submitted(facts)));
      }
    }
    settings(turn);
  }

  private void settings(Turn turn) throws SQLException {
    Map<String, Event.SettingChanged> last = new LinkedHashMap<>();
    for (Event event : turn.events()) {
      if (event instanceof Event.SettingChanged change) {
        last.put(change.name(), change);
      }
    }
    for (Event.SettingChanged change : last.values()) {
      if (change.json().isPresent()) {
        settings.add(change.name(), change.json().get(), change.by(), turn.at());
      } else {
        removed.add(change.name());
      }
    }
  }

  private static List<Long> submitted(List<Event> facts) {
    return facts.stream()
        .filter(Event.JobSubmitted.class::isInstance)
        .map(e -> ((Event.JobSubmitted) e).job().id().value())
        .toList();
  }

  private static String summary(List<Event> facts) {
    String first =
        facts.stream().limit(NAMED).map(PeopleRows::summary).collect(Collectors.joining(", "));
    return facts.size() <= NAMED ? first : first + " and " + (facts.size() - NAMED) + " more";
  }

  private static String summary(Event event) {
    String kind = event.getClass().getSimpleName();
    return switch (event) {
      case Event.JobSubmitted e -> kind + " " + e.job().id() + " " + e.job().name();
      case Event.JobCancelled e -> kind + " " + e.job();
      case Event.JobSuspended e -> kind + " " + e.job();
      case Event.JobResumed e -> kind + " " + e.job();
      case Event.PriorityChanged e -> kind + " " + e.job() + " to " + e.priority();
      case Event.ReservationMade e -> kind + " " + e.reservation().name();
      case Event.ReservationEnded e -> kind + " " + e.name();
      case Event.SettingChanged e -> kind + " " + e.name();
      case Event.NodeHealthChanged e ->
          kind + " " + e.node() + " to " + e.health() + why(e.reason());
      case Event.DeviceHealthChanged e ->
          kind
              + " "
              + e.node()
              + "/"
              + e.device()
              + (e.healthy() ? " to healthy" : " to unhealthy")
              + why(e.reason());
      default -> kind;
    };
  }

  private static String why(java.util.Optional<String> reason) {
    return reason.map(r -> " (" + r + ")").orElse("");
  }

  void flush() throws SQLException {
    audit.flush();
    answers.flush();
    removed.flush();
    settings.flush();
  }

  @Override
  public void close() throws SQLException {
    audit.close();
    answers.close();
    settings.close();
    removed.close();
  }
}
