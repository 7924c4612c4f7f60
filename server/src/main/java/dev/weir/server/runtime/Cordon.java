package dev.weir.server.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.model.event.Event;
import dev.weir.model.id.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * A person's word that a node takes no new task. It is a setting as well as a fact, because the
 * fact is overtaken when the node's world begins anew.
 *
 * @param reason why, for people
 */
public record Cordon(String reason) {

  /** The facts that cordon a node. */
  public static List<Event> facts(NodeId node, String reason, String by) {
    try {
      String json = Wire.strict().writeValueAsString(new Cordon(reason));
      return List.of(
          new Event.SettingChanged(ServerRuntime.CORDONS + node, Optional.of(json), by),
          new Event.NodeHealthChanged(node, Event.Health.CORDONED, Optional.of(reason)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The facts that let a node take tasks again. */
  public static List<Event> lift(NodeId node, String by) {
    return List.of(
        new Event.SettingChanged(ServerRuntime.CORDONS + node, Optional.empty(), by),
        new Event.NodeHealthChanged(node, Event.Health.READY, Optional.empty()));
  }

  static String reasonIn(String json) {
    try {
      return Wire.strict().readValue(json, Cordon.class).reason();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a cordon cannot be read: " + json, e);
    }
  }
}
