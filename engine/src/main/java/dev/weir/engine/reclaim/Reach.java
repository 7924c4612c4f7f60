package dev.weir.engine.reclaim;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.model.job.Role;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Whether so many victims could ever make room for a job, by counts of whole devices alone: a large
 * gang that waits for most of the fleet is told no without a trial. A yes may still turn out wrong,
 * a no never.
 */
final class Reach {
  private final Fleet fleet;

  Reach(Fleet fleet) {
    this.fleet = fleet;
  }

  /**
   * @param gain for how many more tasks of a number of whole devices there is room with all victims
   *     gone, at the most
   */
  boolean covers(Job job, IntToLongFunction gain) {
    Ask[][] asks = job.shape.asks();
    for (int r = 0; r < asks.length; r++) {
      boolean any = false;
      for (int v = 0; v < asks[r].length && !any; v++) {
        any = covers(job.spec.roles().get(r), v, asks[r][v], gain);
      }
      if (!any) {
        return false;
      }
    }
    return true;
  }

  private boolean covers(Role role, int variant, Ask ask, IntToLongFunction gain) {
    if (ask.kind != Ask.Kind.WHOLE) {
      return true;
    }
    Domain all = fleet.root();
    long tasks = gain.applyAsLong(ask.count);
    for (int pool : fleet.pools().accepted(ask)) {
      tasks += all.tasksByDevices(pool, ask.count);
    }
    return tasks >= role.tasks(variant, role.smallest());
  }

  /** The most that so many of the candidates make room for. */
  static long gain(List<Victim> candidates, int most, int perTask) {
    long[] gains = new long[candidates.size()];
    for (int i = 0; i < gains.length; i++) {
      for (Holding.Place p : candidates.get(i).holding().places) {
        gains[i] += Math.ceilDiv(Long.bitCount(p.devices().mask()), perTask);
      }
    }
    Arrays.sort(gains);
    long sum = 0;
    for (int i = gains.length - 1; i >= Math.max(0, gains.length - most); i--) {
      sum += gains[i];
    }
    return sum;
  }
}
