package dev.weir.control;

import dev.weir.engine.Engine;
import dev.weir.model.event.Event;
import dev.weir.model.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides anew on recorded facts: with the same policy and seed each turn must give the recorded
 * plan. Facts about allocations answer the recorded decisions, so under another policy only what
 * people stated and what nodes exist can be replayed; {@link History} takes that out for a
 * simulated world.
 */
public final class Replay {
  private Replay() {}

  /**
   * A turn whose plan is not the recorded one.
   *
   * @param recorded hash of the plan in the journal
   * @param replayed hash of the plan decided now
   */
  public record Divergence(long sequence, long at, long recorded, long replayed) {}

  /**
   * @param fresh a new engine of the recorded configuration
   * @return the turns that differ; after the first the others mean little. Empty = bit for bit
   *     equal
   */
  public static List<Divergence> decideAgain(Journal journal, Engine fresh) {
    List<Divergence> divergences = new ArrayList<>();
    journal.replay(
        turn -> {
          for (Event event : turn.events()) {
            fresh.apply(turn.at(), event);
          }
          Plan plan = fresh.pass(turn.at(), turn.plan().budget());
          if (plan.hash() != turn.plan().hash()) {
            divergences.add(
                new Divergence(turn.sequence(), turn.at(), turn.plan().hash(), plan.hash()));
          }
        });
    return divergences;
  }
}
