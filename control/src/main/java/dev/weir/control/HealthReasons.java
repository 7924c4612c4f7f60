package dev.weir.control;

import dev.weir.model.event.Event;
import dev.weir.model.id.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Why nodes and devices are not well, as the newest facts said; the engine does not keep it. A fold
 * of the journal. Written by the thread that takes turns, read from any.
 */
public final class HealthReasons {
  private final Map<Place, String> reasons = new ConcurrentSkipListMap<>();

  /**
   * @param device position; -1 = the node itself
   */
  private record Place(NodeId node, int device) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int c = node.compareTo(other.node);
      return c != 0 ? c : Integer.compare(device, other.device);
    }
  }

  void fold(Turn turn) {
    for (Event event : turn.events()) {
      switch (event) {
        case Event.NodeHealthChanged(var node, var health, var reason) ->
            set(new Place(node, -1), health == Event.Health.READY ? Optional.empty() : reason);
        case Event.DeviceHealthChanged(var node, int device, boolean healthy, var reason) ->
            set(new Place(node, device), healthy ? Optional.empty() : reason);
        case Event.NodeJoined(var node) -> reasons.remove(new Place(node.id(), -1));
        default -> {
          // says nothing about health
        }
      }
    }
  }

  private void set(Place place, Optional<String> reason) {
    if (reason.isPresent()) {
      reasons.put(place, reason.get());
    } else {
      reasons.remove(place);
    }
  }

  public Optional<String> ofNode(NodeId node) {
    return Optional.ofNullable(reasons.get(new Place(node, -1)));
  }

  public Optional<String> ofDevice(NodeId node, int device) {
    return Optional.ofNullable(reasons.get(new Place(node, device)));
  }

  List<Snapshot.Reason> snapshot() {
    List<Snapshot.Reason> all = new ArrayList<>();
    reasons.forEach(
        (place, reason) ->
            all.add(
                new Snapshot.Reason(
                    place.node,
                    place.device < 0 ? OptionalInt.empty() : OptionalInt.of(place.device),
                    reason)));
    return all;
  }

  void restore(List<Snapshot.Reason> all) {
    all.forEach(r -> reasons.put(new Place(r.node(), r.device().orElse(-1)), r.reason()));
  }
}
