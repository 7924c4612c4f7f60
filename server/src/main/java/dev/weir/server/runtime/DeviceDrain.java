package dev.weir.server.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.NodeId;
import dev.weir.model.reservation.Reservation;
import dev.weir.store.Setting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A word that one device takes no new task, and that those on it are moved: a setting, and nobody's
 * reservation of the device. It goes by the device's identity, so that a device keeps it when
 * another one disappears and positions shift.
 *
 * @param device position; -1 = the node has come back without it
 * @param uuid the vendor's identity, empty when unknown
 * @param reason why, for people
 */
public record DeviceDrain(int device, String uuid, String reason) {
  /** Settings that keep which devices are drained, and why. */
  public static final String DRAINS = "device-drains/";

  private static final int GONE = -1;

  /** Name of the reservation that drains a device. */
  public static String reservation(NodeId node, int device) {
    return "drain-" + node + ":" + device;
  }

  /** The facts that drain a device. */
  public List<Event> facts(NodeId node, Instant from, String by) {
    return List.of(kept(node, by), reserved(node, from));
  }

  /** The setting alone. */
  Event kept(NodeId node, String by) {
    try {
      String json = Wire.strict().writeValueAsString(this);
      return new Event.SettingChanged(name(node), Optional.of(json), by);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The reservation alone. */
  public Event reserved(NodeId node, Instant from) {
    return new Event.ReservationMade(
        new Reservation(
            reservation(node, device),
            new Reservation.Room.DevicesOf(node, 1L << device),
            Set.of(),
            Set.of(),
            from,
            Optional.empty()));
  }

  /** The facts that let the device take tasks again. */
  public List<Event> lift(NodeId node, String by) {
    return List.of(
        new Event.SettingChanged(name(node), Optional.empty(), by),
        new Event.ReservationEnded(reservation(node, device)),
        new Event.DeviceHealthChanged(node, device, true));
  }

  private String name(NodeId node) {
    return DRAINS + node + "/" + (uuid.isEmpty() ? Integer.toString(device) : uuid);
  }

  /** The node that a setting of this kind speaks of. */
  public static NodeId node(String setting) {
    return new NodeId(setting.substring(DRAINS.length(), setting.lastIndexOf('/')));
  }

  /** Reads a setting's document. */
  public static DeviceDrain read(String json) {
    try {
      return Wire.strict().readValue(json, DeviceDrain.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a drain of a device cannot be read: " + json, e);
    }
  }

  /** The facts that let drains follow their devices on a node that has come back as this. */
  static List<Event> follow(NodeSpec node, List<Setting> drains, Instant from, String by) {
    List<Event> facts = new ArrayList<>();
    List<Event> made = new ArrayList<>();
    for (Setting setting : drains) {
      DeviceDrain before = read(setting.json());
      int device = node(setting.name()).equals(node.id()) ? before.positionOn(node) : before.device;
      if (device != before.device) {
        DeviceDrain now = new DeviceDrain(device, before.uuid, before.reason);
        if (before.device != GONE) {
          facts.add(new Event.ReservationEnded(reservation(node.id(), before.device)));
        }
        facts.add(now.kept(node.id(), by));
        if (device != GONE) {
          made.add(now.reserved(node.id(), from));
        }
      }
    }
    facts.addAll(made); // one device may now be where another one was
    return facts;
  }

  private int positionOn(NodeSpec node) {
    if (uuid.isEmpty()) {
      return device < node.devices().size() ? device : GONE;
    }
    for (int i = 0; i < node.devices().size(); i++) {
      if (node.devices().get(i).uuid().equals(uuid)) {
        return i;
      }
    }
    return GONE;
  }
}
