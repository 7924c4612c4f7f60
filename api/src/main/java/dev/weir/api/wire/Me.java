package dev.weir.api.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who asks.
 *
 * @param roles by queue path; {@code *} = every queue
 */
public record Me(String name, boolean admin, Map<String, String> roles, Optional<String> token) {
  public Me {
    roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
  }
}
