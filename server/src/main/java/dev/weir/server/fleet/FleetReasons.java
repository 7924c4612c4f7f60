package dev.weir.server.fleet;

import dev.weir.control.Turn;
import dev.weir.model.event.Event;
import dev.weir.model.id.NodeId;
import dev.weir.server.runtime.DeviceDrain;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Why nodes and devices are not well, as the newest facts said; the engine does not keep it. */
public final class FleetReasons {
  private final Map<NodeId, String> nodes = new ConcurrentHashMap<>();
  private final Map<String, String> devices = new ConcurrentHashMap<>();

  /** Which device a setting that drains one speaks of. */
  private final Map<String, String> drains = new ConcurrentHashMap<>();

  /** Folds a turn, when it is replayed, followed or taken. */
  public void fold(Turn turn) {
    for (Event event : turn.events()) {
      switch (event) {
        case Event.NodeHealthChanged(var node, var health, var reason) -> {
          if (health == Event.Health.READY || reason.isEmpty()) {
            nodes.remove(node);
          } else {
            nodes.put(node, reason.get());
          }
        }
        case Event.DeviceHealthChanged(var node, int device, boolean healthy, var reason) -> {
          if (healthy || reason.isEmpty()) {
            devices.remove(key(node, device));
          } else {
            devices.put(key(node, device), reason.get());
          }
        }
        case Event.SettingChanged(var name, var json, var _)
            when name.startsWith(DeviceDrain.DRAINS) ->
            drained(name, json);
        case Event.NodeJoined(var node) -> nodes.remove(node.id());
        default -> {
          // says nothing about health
        }
      }
    }
  }

  private void drained(String setting, Optional<String> json) {
    Optional.ofNullable(drains.remove(setting)).ifPresent(devices::remove);
    if (json.isPresent()) {
      DeviceDrain drain = DeviceDrain.read(json.get());
      String key = key(DeviceDrain.node(setting), drain.device());
      drains.put(setting, key);
      devices.put(key, drain.reason());
    }
  }

  Optional<String> ofNode(NodeId node) {
    return Optional.ofNullable(nodes.get(node));
  }

  Optional<String> ofDevice(NodeId node, int device) {
    return Optional.ofNullable(devices.get(key(node, device)));
  }

  private static String key(NodeId node, int device) {
    return node + "/" + device;
  }
}
