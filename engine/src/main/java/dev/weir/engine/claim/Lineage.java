package dev.weir.engine.claim;

import dev.weir.model.id.QueueId;

/** Tells which queue is below which. */
@FunctionalInterface
public interface Lineage {
  /** Whether {@code queue} is {@code above} or lies below it. */
  boolean within(QueueId queue, QueueId above);
}
