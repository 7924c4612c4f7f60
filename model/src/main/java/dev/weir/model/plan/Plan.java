package dev.weir.model.plan;

import dev.weir.model.action.Action;
import java.util.List;

/**
 * What one pass decided.
 *
 * @param pass number of the pass, counting from 1
 * @param at journal time of the pass, ms
 * @param actions in the order taken
 * @param budget work units handed in
 * @param used work units used
 * @param exhausted the budget ran out; what was left goes first in the next pass
 * @param hash of all of the above; equal states, policies and seeds give equal hashes
 */
public record Plan(
    long pass,
    long at,
    List<Action> actions,
    long budget,
    long used,
    boolean exhausted,
    long hash) {
  public Plan {
    actions = List.copyOf(actions);
  }
}
