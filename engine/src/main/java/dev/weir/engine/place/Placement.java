package dev.weir.engine.place;

import dev.weir.engine.ledger.Holding;
import dev.weir.model.allocation.TaskPlacement;
import java.util.List;

/**
 * A place for a whole job. Its tasks are booked in the ledger.
 *
 * @param variants variant chosen per role
 * @param places by role, then task
 */
public record Placement(int[] variants, List<Holding.Place> places) {
  public Placement {
    places = List.copyOf(places);
  }

  /** The same for the world outside. */
  public List<TaskPlacement> tasks() {
    return places.stream()
        .map(p -> new TaskPlacement(p.role(), p.task(), p.node().id(), p.devices()))
        .toList();
  }

  public List<Integer> variantList() {
    return java.util.Arrays.stream(variants).boxed().toList();
  }
}
