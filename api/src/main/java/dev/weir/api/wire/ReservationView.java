package dev.weir.api.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Room set aside.
 *
 * @param maintenance nobody's jobs run there
 * @param room in words
 * @param active its time has come
 */
public record ReservationView(
    String name,
    boolean maintenance,
    String room,
    List<String> nodes,
    List<String> queues,
    List<String> users,
    Instant from,
    Optional<Instant> until,
    boolean active) {
  public ReservationView {
    nodes = List.copyOf(nodes);
    queues = List.copyOf(queues);
    users = List.copyOf(users);
  }
}
