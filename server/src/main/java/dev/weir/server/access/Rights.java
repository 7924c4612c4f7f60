package dev.weir.server.access;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Roles by queue path. A role holds for the queues below as well; {@link #EVERYWHERE} stands for
 * all queues.
 */
public record Rights(Map<String, Role> byQueue) {
  /** All queues, and what belongs to none. */
  public static final String EVERYWHERE = "*";

  public static final Rights NONE = new Rights(Map.of());
  public static final Rights ALL = new Rights(Map.of(EVERYWHERE, Role.ADMIN));

  public Rights {
    byQueue = Collections.unmodifiableMap(new TreeMap<>(byQueue));
  }

  /** The strongest role in a queue. */
  public Optional<Role> in(String queue) {
    Role strongest = byQueue.get(EVERYWHERE);
    for (int end = queue.length(); end > 0; end = queue.lastIndexOf('/', end - 1)) {
      Role role = byQueue.get(queue.substring(0, end));
      if (role != null && (strongest == null || role.includes(strongest))) {
        strongest = role;
      }
    }
    return Optional.ofNullable(strongest);
  }

  public boolean may(Role role, String queue) {
    return in(queue).filter(r -> r.includes(role)).isPresent();
  }

  /** Whether the role holds for all queues. */
  public boolean everywhere(Role role) {
    Role held = byQueue.get(EVERYWHERE);
    return held != null && held.includes(role);
  }
}
