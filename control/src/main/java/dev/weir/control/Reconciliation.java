package dev.weir.control;

import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The difference between what the journal says and what a driver finds at its start, and what
 * follows from it (wall W9): nothing is started twice, nothing is forgotten.
 *
 * @param facts what happened while nobody was looking; to be journaled
 * @param again actions that the world never answered; executing one twice has no further effect
 * @param strays allocations of the world that the journal does not know or knows as ended
 */
public record Reconciliation(
    List<Event> facts, List<Action.ForWorld> again, List<AllocationId> strays) {
  public Reconciliation {
    facts = List.copyOf(facts);
    again = List.copyOf(again);
    strays = List.copyOf(strays);
  }

  static Reconciliation between(
      LiveAllocations expected, DomainId domain, List<Driver.Found> findings) {
    Map<AllocationId, Driver.Found> found = new LinkedHashMap<>();
    findings.forEach(f -> found.put(f.allocation(), f));
    List<Event> facts = new ArrayList<>();
    for (LiveAllocations.Live live : expected.all()) {
      if (live.domain().equals(domain)) {
        facts.addAll(factsOf(live, found.remove(live.allocation())));
      }
    }
    List<AllocationId> strays =
        found.values().stream()
            .filter(f -> f instanceof Driver.Found.Running)
            .map(Driver.Found::allocation)
            .toList();
    return new Reconciliation(facts, expected.unanswered(domain), strays);
  }

  /** What the journal has not heard about one allocation. */
  private static List<Event> factsOf(
      LiveAllocations.Live live, Driver.@org.jspecify.annotations.Nullable Found found) {
    return switch (found) {
      case Driver.Found.Ended ended -> factsOf(ended);
      case Driver.Found.Running(var id, var job, int incarnation) ->
          incarnation == live.incarnation() && live.pending().isPresent()
              ? List.of(new Event.AllocationStarted(id, job, incarnation))
              : List.of();
      case null -> missing(live);
    };
  }

  /** What was saved comes before the end, after which nobody would hear of it. */
  private static List<Event> factsOf(Driver.Found.Ended found) {
    List<Event> facts = new ArrayList<>(2);
    found
        .checkpoint()
        .ifPresent(
            c ->
                facts.add(
                    new Event.CheckpointCompleted(
                        found.job(), found.incarnation(), Optional.of(c))));
    facts.add(
        new Event.AllocationEnded(
            found.allocation(), found.job(), found.incarnation(), found.end(), found.exit()));
    return facts;
  }

  /**
   * Nothing of it is there. When a start or a restart is under way it is simply executed again; a
   * stop that has nothing left to stop is done; anything else is lost.
   */
  private static List<Event> missing(LiveAllocations.Live live) {
    Event.End end =
        switch (live.pending().orElse(null)) {
          case Action.Stop _ -> Event.End.STOPPED;
          case null -> Event.End.LOST;
          default -> null;
        };
    return end == null
        ? List.of()
        : List.of(
            new Event.AllocationEnded(live.allocation(), live.job(), live.incarnation(), end));
  }
}
