package dev.weir.api.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A user and what they may do.
 *
 * @param roles {@code ADMIN}, {@code OPERATOR}, {@code USER} or {@code VIEWER} by queue path, which
 *     holds for the queues below as well; {@code *} = every queue
 */
public record UserView(String name, Map<String, String> roles) {
  public UserView {
    roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
  }
}
