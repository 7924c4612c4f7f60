package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which task requests have arrived so far, and how often. The only knowledge of the workload that
 * placement may use: nothing that has not arrived is in it.
 */
public final class TaskMix {
  private final List<Ask> asks = new ArrayList<>();
  private long[] counts = new long[16];
  private int[] position = new int[16];
  private long total;

  /** Tasks of one request arrived. */
  public void arrived(Ask ask, int tasks) {
    if (ask.id >= position.length) {
      position = Arrays.copyOf(position, Math.max(ask.id + 1, position.length * 2));
    }
    if (position[ask.id] == 0) {
      asks.add(ask);
      position[ask.id] = asks.size();
      if (asks.size() > counts.length) {
        counts = Arrays.copyOf(counts, counts.length * 2);
      }
    }
    counts[position[ask.id] - 1] += tasks;
    total += tasks;
  }

  /** Distinct requests in the order of their first arrival. */
  public List<Ask> asks() {
    return asks;
  }

  /** Tasks that arrived with the request at this position of {@link #asks}. */
  public long count(int at) {
    return counts[at];
  }

  /** All tasks that arrived. */
  public long total() {
    return total;
  }
}
