package dev.weir.engine.claim;

import dev.weir.model.id.NodeId;
import dev.weir.model.reservation.Reservation;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A reservation that stands, with the devices that were picked for it.
 *
 * @param from journal time, ms
 * @param until first moment after it; {@link Long#MAX_VALUE} = for ever
 * @param whole whether whole nodes are set aside, with their CPU and memory
 * @param room the devices by node; all of them when {@code whole}
 */
public record Window(
    Reservation reservation,
    long from,
    long until,
    boolean whole,
    NavigableMap<NodeId, Long> room) {
  public Window {
    room = Collections.unmodifiableNavigableMap(new TreeMap<>(room));
  }

  static Window of(Reservation r, boolean whole, NavigableMap<NodeId, Long> room) {
    return new Window(
        r,
        r.from().toEpochMilli(),
        r.until().map(java.time.Instant::toEpochMilli).orElse(Long.MAX_VALUE),
        whole,
        room);
  }

  public String name() {
    return reservation.name();
  }

  /** Whether it is in force at the moment. */
  public boolean active(long at) {
    return from <= at && at < until;
  }

  boolean meets(Window other) {
    return from < other.until && other.from < until;
  }

  boolean sharesRoomWith(Window other) {
    for (var entry : room.entrySet()) {
      Long theirs = other.room.get(entry.getKey());
      if (theirs != null && (whole || other.whole || (theirs & entry.getValue()) != 0)) {
        return true;
      }
    }
    return false;
  }
}
