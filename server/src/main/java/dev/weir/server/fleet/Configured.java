package dev.weir.server.fleet;

import dev.weir.control.Turn;
import dev.weir.engine.Engine;
import dev.weir.engine.queue.Queue;
import dev.weir.model.event.Event;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.queue.QueueSpec;
import java.util.List;

/** Queues and policy as people configured them last; the engine keeps them in another form. */
public final class Configured {
  private volatile List<QueueSpec> queues = List.of();
  private volatile PolicySpec policy;

  /**
   * @param policy until one is configured
   */
  public Configured(PolicySpec policy) {
    this.policy = policy;
  }

  /** Takes over what a recovered engine runs under. */
  public void recovered(Engine engine) {
    queues = engine.state().queues.queues().stream().map(Queue::spec).toList();
    policy = engine.state().policy();
  }

  /** Folds a turn, when it is replayed, followed or taken. */
  public void fold(Turn turn) {
    for (Event event : turn.events()) {
      if (event instanceof Event.QueuesConfigured configured) {
        queues = configured.queues();
      } else if (event instanceof Event.PolicyConfigured configured) {
        policy = configured.policy();
      }
    }
  }

  public List<QueueSpec> queues() {
    return queues;
  }

  public PolicySpec policy() {
    return policy;
  }
}
