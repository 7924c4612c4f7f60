package dev.weir.engine.reclaim;

import dev.weir.engine.place.Placement;
import dev.weir.model.action.Action.StopCause;
import java.util.List;

/**
 * A proven landing: with these victims gone the whole job fits there, and without any one of them
 * it does not.
 */
public record Landing(Placement placement, List<Taken> victims) {
  /** A victim and the ground on which it is taken. */
  public record Taken(Victim victim, StopCause cause) {}

  public Landing {
    victims = List.copyOf(victims);
  }

  /** Device-time lost, device × ms. */
  public double cost() {
    double sum = 0;
    for (Taken t : victims) {
      sum += t.victim().cost();
    }
    return sum;
  }
}
