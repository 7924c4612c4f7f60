package dev.weir.server.document;

import dev.weir.model.fleet.Resource;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tenants' tree as a queues file. */
public final class QueuesDocument {
  private static final String MODELS = Resource.devicesOf("");
  private static final String LICENCES = Resource.licence("");

  private QueuesDocument() {}

  /** The fields of the file. */
  public static Map<String, Object> of(List<QueueSpec> queues) {
    return new Fields().put("queues", below(queues, Optional.empty())).map();
  }

  private static List<Map<String, Object>> below(List<QueueSpec> queues, Optional<QueueId> above) {
    return queues.stream()
        .filter(q -> q.parent().equals(above))
        .map(q -> queue(queues, q))
        .toList();
  }

  private static Map<String, Object> queue(List<QueueSpec> queues, QueueSpec queue) {
    String path = queue.id().value();
    Fields f =
        new Fields()
            .put("name", path.substring(path.lastIndexOf('/') + 1))
            .block("guaranteed", amounts(queue.guaranteed()))
            .block("limit", amounts(queue.limit()))
            .unless(1.0, "weight", queue.weight());
    if (queue.halfLifeSeconds() > 0) {
      f.span("halfLife", Duration.ofSeconds(queue.halfLifeSeconds()));
    }
    return f.list("queues", below(queues, Optional.of(queue.id()))).map();
  }

  private static Fields amounts(Map<String, Long> amounts) {
    Fields f = new Fields();
    Map<String, Object> models = new TreeMap<>();
    Map<String, Object> licences = new TreeMap<>();
    amounts.forEach(
        (resource, amount) -> {
          if (resource.equals(Resource.CPU)) {
            f.put("cpu", new Cpu(amount).toString());
          } else if (resource.equals(Resource.MEMORY)) {
            f.put("memory", new Bytes(amount).toString());
          } else if (resource.equals(Resource.DEVICES)) {
            f.put("devices", devices(amount));
          } else if (resource.startsWith(MODELS)) {
            models.put(resource.substring(MODELS.length()), devices(amount));
          } else {
            licences.put(resource.substring(LICENCES.length()), amount);
          }
        });
    return f.table("devicesOf", models).table("licences", licences);
  }

  private static Object devices(long milli) {
    return new BigDecimal(milli).movePointLeft(3).stripTrailingZeros();
  }
}
