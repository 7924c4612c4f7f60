package dev.weir.model.reservation;

import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Room set aside in advance. Without owners it is a maintenance window or a drain: nobody's jobs
 * run there.
 *
 * @param name unique; a job may ask for it by name
 * @param room what is set aside
 * @param queues queues whose jobs may use it (with the queues below them)
 * @param users users whose jobs may use it
 * @param from first moment
 * @param until first moment after it; empty = for ever (a drain)
 */
public record Reservation(
    String name,
    Room room,
    Set<QueueId> queues,
    Set<String> users,
    Instant from,
    Optional<Instant> until) {

  /** What a reservation sets aside. */
  public sealed interface Room {
    /** Whole nodes. */
    record Nodes(Set<NodeId> nodes) implements Room {
      public Nodes {
        nodes = java.util.Collections.unmodifiableSet(new TreeSet<>(nodes));
      }
    }

    /** Named devices of one node; mask with one bit per position. */
    record DevicesOf(NodeId node, long mask) implements Room {}

    /** Any {@code count} devices that the filter accepts; the engine picks them. */
    record Devices(int count, DeviceFilter filter) implements Room {}
  }

  public Reservation {
    queues = java.util.Collections.unmodifiableSet(new TreeSet<>(queues));
    users = java.util.Collections.unmodifiableSet(new TreeSet<>(users));
    if (until.isPresent() && !until.get().isAfter(from)) {
      throw new IllegalArgumentException(
          "reservation " + name + " ends at " + until.get() + ", not after its start " + from);
    }
  }

  public boolean maintenance() {
    return queues.isEmpty() && users.isEmpty();
  }
}
