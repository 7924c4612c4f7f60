package dev.weir.server.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.model.event.Event;
import dev.weir.model.id.DomainId;
import dev.weir.store.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which domain belongs to which server, as settings of the journal: {@code domains/local}. The
 * first server gets {@code local}; one with another data folder gets a name of its own, because the
 * processes of one are not seen by the other.
 */
final class Domains {
  private static final String PREFIX = "domains/";
  private static final String FIRST = "local";

  private final Map<DomainId, String> owners = new TreeMap<>();

  /**
   * What the setting holds.
   *
   * @param server identity of the server that drives it
   */
  record Owner(String server) {}

  Domains(List<Setting> settings) {
    for (Setting setting : settings) {
      DomainId domain = new DomainId(setting.name().substring(PREFIX.length()));
      try {
        owners.put(domain, Wire.strict().readValue(setting.json(), Owner.class).server());
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("setting " + setting.name() + " cannot be read", e);
      }
    }
  }

  static String prefix() {
    return PREFIX;
  }

  /** The domain of a server, when it has one already. */
  Optional<DomainId> of(String server) {
    return owners.entrySet().stream()
        .filter(e -> e.getValue().equals(server))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** A free name for a server. */
  DomainId free(String server) {
    DomainId first = new DomainId(FIRST);
    return owners.containsKey(first) ? new DomainId(FIRST + "-" + server.substring(0, 8)) : first;
  }

  /** The fact that makes a server the owner. */
  static Event owned(DomainId domain, String server, String by) {
    try {
      String json = Wire.strict().writeValueAsString(new Owner(server));
      return new Event.SettingChanged(PREFIX + domain, Optional.of(json), by);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
