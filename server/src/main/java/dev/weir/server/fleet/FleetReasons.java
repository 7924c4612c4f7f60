package dev.weir.server.fleet;

import dev.weir.control.HealthReasons;
import dev.weir.control.Turn;
import dev.weir.model.event.Event;
import dev.weir.model.id.NodeId;
import dev.weir.server.runtime.DeviceDrain;
import dev.weir.store.Reads;
import dev.weir.store.Setting;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Why nodes and devices are not well: a drain that stands, or what the newest facts said. */
public final class FleetReasons {
  /** Drains of devices, by the setting that keeps each. */
  private final Map<String, Drain> drains = new ConcurrentHashMap<>();

  private record Drain(NodeId node, DeviceDrain drain) {}

  /** Takes up the drains that stand at a start. */
  public void recovered(Reads reads) {
    for (Setting setting : reads.settings(DeviceDrain.DRAINS)) {
      drained(setting.name(), Optional.of(setting.json()));
    }
  }

  /** Folds a turn, when it is replayed, followed or taken. */
  public void fold(Turn turn) {
    for (Event event : turn.events()) {
      if (event instanceof Event.SettingChanged(var name, var json, var _)
          && name.startsWith(DeviceDrain.DRAINS)) {
        drained(name, json);
      }
    }
  }

  private void drained(String setting, Optional<String> json) {
    if (json.isPresent()) {
      drains.put(setting, new Drain(DeviceDrain.node(setting), DeviceDrain.read(json.get())));
    } else {
      drains.remove(setting);
    }
  }

  Optional<String> ofNode(HealthReasons facts, NodeId node) {
    return facts.ofNode(node);
  }

  Optional<String> ofDevice(HealthReasons facts, NodeId node, int device) {
    return drains.values().stream()
        .filter(d -> d.node.equals(node) && d.drain.device() == device)
        .map(d -> d.drain.reason())
        .findFirst()
        .or(() -> facts.ofDevice(node, device));
  }
}
