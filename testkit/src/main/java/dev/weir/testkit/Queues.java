package dev.weir.testkit;

import dev.weir.model.event.Event;
import dev.weir.model.fleet.Resource;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A queue for tests: {@code Queues.of("vision").guaranteedDevices(8).weight(2).build()}. */
public final class Queues {
  private final QueueId id;
  private final Map<String, Long> guaranteed = new TreeMap<>();
  private final Map<String, Long> limit = new TreeMap<>();
  private Optional<QueueId> parent = Optional.empty();
  private double weight = 1;
  private long halfLifeSeconds;

  private Queues(String name) {
    id = new QueueId(name);
  }

  public static Queues of(String name) {
    return new Queues(name);
  }

  /** The fact that these are all queues. */
  public static Event configured(Queues... queues) {
    return new Event.QueuesConfigured(Arrays.stream(queues).map(Queues::build).toList());
  }

  public Queues under(String name) {
    parent = Optional.of(new QueueId(name));
    return this;
  }

  /** Whole devices of any model. */
  public Queues guaranteedDevices(long devices) {
    return guaranteed(Resource.DEVICES, 1000 * devices);
  }

  /** Whole devices of any model. */
  public Queues limitDevices(long devices) {
    return limit(Resource.DEVICES, 1000 * devices);
  }

  public Queues guaranteed(String resource, long amount) {
    guaranteed.put(resource, amount);
    return this;
  }

  public Queues limit(String resource, long amount) {
    limit.put(resource, amount);
    return this;
  }

  public Queues weight(double value) {
    weight = value;
    return this;
  }

  public Queues halfLifeSeconds(long seconds) {
    halfLifeSeconds = seconds;
    return this;
  }

  public QueueSpec build() {
    return new QueueSpec(id, parent, guaranteed, limit, weight, halfLifeSeconds);
  }
}
