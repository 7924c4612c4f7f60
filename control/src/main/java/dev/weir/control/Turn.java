package dev.weir.control;

import dev.weir.model.event.Event;
import dev.weir.model.plan.Plan;
import java.util.List;

/**
 * One turn of the loop as it is journaled: the facts that came in, and what was decided on them.
 *
 * @param sequence counts from 1 without gaps
 * @param at journal time, ms; never less than that of the turn before
 * @param events in the order in which they were applied
 * @param plan the decisions of the pass that followed
 */
public record Turn(long sequence, long at, List<Event> events, Plan plan) {
  public Turn {
    events = List.copyOf(events);
  }
}
