package dev.weir.model.queue;

import dev.weir.model.id.QueueId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A queue of the tenants' tree. Amounts are by resource name (see {@code
 * dev.weir.model.fleet.Resource}) in that resource's integer unit.
 *
 * @param parent empty for a top queue
 * @param guaranteed what the queue can always have back; absent = 0
 * @param limit what it can never exceed; absent = no limit
 * @param weight its part of what is left over, relative to its siblings; more than 0
 * @param halfLifeSeconds half-life of remembered usage; 0 = bookings alone count
 */
public record QueueSpec(
    QueueId id,
    Optional<QueueId> parent,
    Map<String, Long> guaranteed,
    Map<String, Long> limit,
    double weight,
    long halfLifeSeconds) {
  public QueueSpec {
    guaranteed = java.util.Collections.unmodifiableMap(new TreeMap<>(guaranteed));
    limit = java.util.Collections.unmodifiableMap(new TreeMap<>(limit));
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("the weight of queue " + id + " must be more than 0");
    }
    for (Map.Entry<String, Long> g : guaranteed.entrySet()) {
      Long most = limit.get(g.getKey());
      if (most != null && most < g.getValue()) {
        throw new IllegalArgumentException(
            "queue %s guarantees %d of %s but limits it to %d"
                .formatted(id, g.getValue(), g.getKey(), most));
      }
    }
  }

  /** A queue without guarantee or limit. */
  public static QueueSpec open(QueueId id) {
    return new QueueSpec(id, Optional.empty(), Map.of(), Map.of(), 1, 0);
  }
}
