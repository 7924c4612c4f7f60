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
 * @param origins who stated which of the facts; those of worlds and of the loop have none
 */
public record Turn(long sequence, long at, List<Event> events, Plan plan, List<Origin> origins) {
  public Turn {
    events = List.copyOf(events);
    origins = List.copyOf(origins);
  }

  /** A turn without facts of people. */
  public Turn(long sequence, long at, List<Event> events, Plan plan) {
    this(sequence, at, events, plan, List.of());
  }
}
