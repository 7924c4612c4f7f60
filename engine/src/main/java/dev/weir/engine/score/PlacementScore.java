package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/**
 * Rates one way to place one task. Nodes of one {@link dev.weir.engine.ledger.Shape} must be rated
 * alike: a score reads what is free, never a name. Ties go to the node that joined first.
 */
public interface PlacementScore {
  /** Name in policies. */
  String name();

  /** Larger is better. The node has room for the task and the booking. */
  double score(Node node, Ask ask, DeviceBooking devices);

  /**
   * Chooses between device options of one node that {@link #score} rates alike; says nothing about
   * other nodes.
   */
  default double preference(Node node, DeviceBooking devices) {
    return 0;
  }

  /** Whether nodes of one shape are rated alike; false for scores that draw lots. */
  default boolean byShape() {
    return true;
  }

  /**
   * A new comparison of nodes begins.
   *
   * @param decision different for every comparison, equal in every replay of it
   */
  default void begin(long decision) {}

  /** Changes whenever formerly given scores no longer hold. */
  default long epoch() {
    return 0;
  }
}
