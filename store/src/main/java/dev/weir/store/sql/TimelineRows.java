package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.AT;
import static dev.weir.store.sql.Tables.DETAIL;
import static dev.weir.store.sql.Tables.JOB;
import static dev.weir.store.sql.Tables.ORDINAL;
import static dev.weir.store.sql.Tables.TIMELINE;
import static dev.weir.store.sql.Tables.TURN;
import static dev.weir.store.sql.Tables.WHAT;

import dev.weir.control.CanonicalJson;
import dev.weir.control.Origin;
import dev.weir.control.Turn;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.store.TimelineEntry.What;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** What happened to each job, one row per fact or decision that names it. */
final class TimelineRows implements AutoCloseable {
  private static final String NOTHING = "{}";

  private final Batch rows;
  private long turn;
  private long at;
  private int ordinal;

  TimelineRows(Connection connection, DSLContext sql) throws SQLException {
    rows = new Batch(connection, Batch.insert(sql, TIMELINE, JOB, TURN, ORDINAL, AT, WHAT, DETAIL));
  }

  void add(Turn of) throws SQLException {
    turn = of.sequence();
    at = of.at();
    ordinal = 0;
    int origin = 0;
    List<Event> events = of.events();
    for (int i = 0; i < events.size(); i++) {
      while (origin < of.origins().size() && over(of.origins().get(origin), i)) {
        origin++;
      }
      boolean stated = origin < of.origins().size() && of.origins().get(origin).first() <= i;
      add(events.get(i), stated ? of.origins().get(origin) : null);
    }
    for (Action action : of.plan().actions()) {
      add(action);
    }
  }

  private static boolean over(Origin origin, int position) {
    return origin.first() + origin.count() <= position;
  }

  private void add(Event event, @Nullable Origin by) throws SQLException {
    switch (event) {
      case Event.JobSubmitted e -> row(e.job().id(), What.SUBMITTED, stated(by));
      case Event.JobCancelled e -> row(e.job(), What.CANCELLED, event);
      case Event.JobSuspended e -> row(e.job(), What.SUSPENDED, event);
      case Event.JobResumed e -> row(e.job(), What.RESUMED, event);
      case Event.PriorityChanged e -> row(e.job(), What.PRIORITY, event);
      case Event.AllocationStarted e -> row(e.job(), What.STARTED, event);
      case Event.StartRefused e -> row(e.job(), What.START_REFUSED, event);
      case Event.CheckpointCompleted e -> row(e.job(), What.CHECKPOINT, event);
      case Event.TaskLost e -> row(e.job(), What.TASK_LOST, event);
      case Event.AllocationEnded e -> row(e.job(), What.ENDED, event);
      case Event.AllocationResized e -> row(e.job(), What.RESIZED, event);
      default -> {
        // Concerns no single job, or is a forecast.
      }
    }
  }

  private void add(Action action) throws SQLException {
    switch (action) {
      case Action.Start(var a) ->
          row(
              a.job(),
              What.STARTING,
              placed(
                  Map.of("allocation", a.id().value(), "incarnation", a.incarnation()), a.tasks()));
      case Action.Stop a -> row(a.job(), What.STOP_ASKED, action);
      case Action.Resize a -> row(a.job(), What.RESIZING, resize(a));
      case Action.Reject a -> row(a.job(), What.REJECTED, action);
      case Action.Fail a -> row(a.job(), What.FAILED, action);
      case Action.Plan a -> row(a.job(), What.PLANNED, plan(a));
      case Action.ReshapeMig _ -> {
        // Concerns a device.
      }
    }
  }

  private static Map<String, Object> stated(@Nullable Origin by) {
    return by == null ? Map.of() : Map.of("by", by.by(), "via", by.via());
  }

  private static Map<String, Object> resize(Action.Resize a) {
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("allocation", a.allocation().value());
    detail.put("incarnation", a.incarnation());
    detail.put("inPlace", a.inPlace());
    detail.put("cause", a.cause().name());
    a.beneficiary().ifPresent(b -> detail.put("beneficiary", b.value()));
    return placed(detail, a.tasks());
  }

  private static Map<String, Object> plan(Action.Plan a) {
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("cause", a.cause().name());
    Optional<Action.PlannedStart> planned = a.planned();
    if (planned.isEmpty()) {
      return detail;
    }
    detail.put("at", planned.get().at());
    return placed(detail, planned.get().tasks());
  }

  /** Number of tasks and the nodes that they are on, each once. */
  private static Map<String, Object> placed(Map<String, Object> detail, List<TaskPlacement> tasks) {
    Map<String, Object> all = new LinkedHashMap<>(detail);
    all.put("tasks", tasks.size());
    all.put("nodes", tasks.stream().map(t -> t.node().value()).distinct().limit(16).toList());
    return all;
  }

  private void row(JobId job, What what, Object detail) throws SQLException {
    String text =
        detail instanceof Map<?, ?> map && map.isEmpty() ? NOTHING : CanonicalJson.text(detail);
    rows.add(job.value(), turn, ordinal++, at, what.name(), text);
  }

  void flush() throws SQLException {
    rows.flush();
  }

  @Override
  public void close() throws SQLException {
    rows.close();
  }
}
