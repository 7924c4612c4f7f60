package dev.weir.control;

import dev.weir.model.event.Event;

/** Takes facts, from any thread. They are folded in the order of arrival by a later turn. */
@FunctionalInterface
public interface EventSink {
  void offer(Event event);
}
