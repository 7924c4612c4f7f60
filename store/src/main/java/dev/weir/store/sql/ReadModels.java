package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.ALLOCATIONS;
import static dev.weir.store.sql.Tables.ANSWERS;
import static dev.weir.store.sql.Tables.AUDIT;
import static dev.weir.store.sql.Tables.JOBS;
import static dev.weir.store.sql.Tables.NODES;
import static dev.weir.store.sql.Tables.SEGMENTS;
import static dev.weir.store.sql.Tables.SETTINGS;
import static dev.weir.store.sql.Tables.SPECS;
import static dev.weir.store.sql.Tables.TIMELINE;
import static dev.weir.store.sql.Tables.USAGE_HOURS;

import dev.weir.control.Turn;
import dev.weir.control.view.JobView;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Table;

/** Everything that is derived from turns. Nothing here commits. */
final class ReadModels implements AutoCloseable {
  /** All derived tables. */
  static final List<Table<?>> TABLES =
      List.of(
          JOBS,
          SPECS,
          ALLOCATIONS,
          TIMELINE,
          SEGMENTS,
          USAGE_HOURS,
          NODES,
          SETTINGS,
          ANSWERS,
          AUDIT);

  private final Connection connection;
  private final DSLContext sql;
  private final JobRows jobs;
  private final AllocationRows allocations;
  private final TimelineRows timeline;
  private final PeopleRows people;
  private final NodeRows nodes;
  private final Meter meter;

  ReadModels(Connection connection, DSLContext sql) throws SQLException {
    this.connection = connection;
    this.sql = sql;
    jobs = new JobRows(connection, sql);
    allocations = new AllocationRows(connection, sql);
    timeline = new TimelineRows(connection, sql);
    people = new PeopleRows(connection, sql);
    nodes = new NodeRows(connection, sql);
    meter = new Meter(connection, sql, nodes);
  }

  /** Takes up what is there, before the first turn. */
  void load() throws SQLException {
    nodes.load(connection, sql);
    meter.load(connection, sql);
  }

  /** Writes what a turn changes. */
  void add(Turn turn, List<JobView> changed) throws SQLException {
    nodes.add(turn);
    jobs.add(turn, changed);
    allocations.add(turn, changed);
    timeline.add(turn);
    people.add(turn);
    meter.add(turn, changed);
    nodes.flush();
    jobs.flush();
    allocations.flush();
    timeline.flush();
    people.flush();
    meter.flush();
  }

  /** Removes everything derived. */
  void clear() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (Table<?> table : TABLES) {
        statement.executeUpdate(sql.deleteFrom(table).getSQL());
      }
    }
    load();
  }

  @Override
  public void close() throws SQLException {
    jobs.close();
    allocations.close();
    timeline.close();
    people.close();
    nodes.close();
    meter.close();
  }
}
