package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.DOMAIN;
import static dev.weir.store.sql.Tables.MODELS;
import static dev.weir.store.sql.Tables.NODE;
import static dev.weir.store.sql.Tables.NODES;

import dev.weir.control.CanonicalJson;
import dev.weir.control.Turn;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.NodeId;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;

/** The domain and the device models of each node that ever joined: what metering needs to know. */
final class NodeRows implements AutoCloseable {
  private record Known(String domain, List<String> models) {}

  private final Batch rows;
  private final Map<NodeId, Known> known = new HashMap<>();
  private final Map<NodeId, Known> changed = new LinkedHashMap<>();

  /** Equal lists are kept once: nodes are many, their kinds few. */
  private final Map<List<String>, List<String>> lists = new HashMap<>();

  NodeRows(Connection connection, DSLContext sql) throws SQLException {
    rows = new Batch(connection, Batch.upsert(sql, NODES, List.of(NODE), DOMAIN, MODELS));
  }

  void load(Connection connection, DSLContext sql) throws SQLException {
    known.clear();
    String query = sql.select(NODE, DOMAIN, MODELS).from(NODES).getSQL();
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        known.put(
            new NodeId(row.getString(1)),
            new Known(
                row.getString(2), once(CanonicalJson.readList(row.getString(3), String.class))));
      }
    } catch (IOException e) {
      throw new SQLException("a row of nodes is damaged", e);
    }
  }

  private List<String> once(List<String> models) {
    return lists.computeIfAbsent(models, List::copyOf);
  }

  void add(Turn turn) {
    for (Event event : turn.events()) {
      if (event instanceof Event.NodeJoined(NodeSpec node)) {
        Known now =
            new Known(
                node.domain().value(),
                once(node.devices().stream().map(d -> d.model().name()).toList()));
        if (!now.equals(known.put(node.id(), now))) {
          changed.put(node.id(), now);
        }
      }
    }
  }

  /** Number of devices that a task touches, by what they are. */
  Map<Meter.Kind, Long> touched(TaskPlacement task) {
    Known node = known.get(task.node());
    if (node == null) {
      throw new IllegalStateException("a task is on node " + task.node() + ", which never joined");
    }
    Map<Meter.Kind, Long> kinds = new LinkedHashMap<>();
    for (long mask = task.devices().mask(); mask != 0; mask &= mask - 1) {
      int position = Long.numberOfTrailingZeros(mask);
      // A node may come back with fewer devices than a task on it still holds.
      String model = position < node.models().size() ? node.models().get(position) : "unknown";
      kinds.merge(new Meter.Kind(node.domain(), model), 1L, Long::sum);
    }
    return kinds;
  }

  void flush() throws SQLException {
    for (Map.Entry<NodeId, Known> node : changed.entrySet()) {
      rows.add(
          node.getKey().value(),
          node.getValue().domain(),
          CanonicalJson.text(node.getValue().models()));
    }
    changed.clear();
    rows.flush();
  }

  @Override
  public void close() throws SQLException {
    rows.close();
  }
}
