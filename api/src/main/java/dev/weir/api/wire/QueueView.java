package dev.weir.api.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A queue.
 *
 * @param name its path
 * @param guaranteed amounts by resource, in that resource's integer unit: {@code cpu} milli-cores,
 *     {@code memory} bytes, {@code devices} and {@code devices/MODEL} milli-devices
 * @param used booked now
 * @param share dominant share of what is used, 0 to 1
 */
public record QueueView(
    String name,
    Optional<String> parent,
    double weight,
    Map<String, Long> guaranteed,
    Map<String, Long> limit,
    Map<String, Long> used,
    double share,
    int waiting,
    int running,
    long halfLifeSeconds) {
  public QueueView {
    guaranteed = Collections.unmodifiableMap(new LinkedHashMap<>(guaranteed));
    limit = Collections.unmodifiableMap(new LinkedHashMap<>(limit));
    used = Collections.unmodifiableMap(new LinkedHashMap<>(used));
  }
}
