package dev.weir.engine.improve;

import dev.weir.engine.act.Acts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Pools;
import dev.weir.engine.reclaim.Reclaim;
import dev.weir.model.job.Role;
import java.util.List;
import java.util.TreeMap;

/**
 * Moves running jobs together when a waiting job lacks not room but room in one place. Everybody
 * who moves has a place to go to that is free already; nobody is suspended, and the time that is
 * lost by moving is less than the time that the waiting job gains.
 */
final class Consolidate {
  /** Waiting jobs looked at in one pass. */
  private static final int JOBS = 4;

  /** What a job without a planned start is thought to wait on, ms. */
  private static final long UNKNOWN_WAIT = 1_800_000L;

  /** Least time between two looks at one shape, ms. */
  private static final long PAUSE = 60_000L;

  private final Acts acts;
  private final Reclaim reclaim;

  /** Time of the last look, by shape. */
  private final TreeMap<Integer, Long> looked = new TreeMap<>();

  Consolidate(Acts acts, Reclaim reclaim) {
    this.acts = acts;
    this.reclaim = reclaim;
  }

  void forget() {
    looked.clear();
  }

  void run(List<Job> waiting, Budget budget) {
    int jobs = 0;
    for (Job job : waiting) {
      Long last = looked.get(job.shape.id());
      if (jobs < JOBS
          && !budget.exhausted()
          && (last == null || acts.now() - last >= PAUSE)
          && enoughInAll(job)) {
        jobs++;
        looked.put(job.shape.id(), acts.now());
        reclaim.moveAside(job, this::rested, gain(job), budget);
      }
    }
  }

  /** Device-time that the job gains by starting now. */
  private double gain(Job job) {
    long wait =
        acts.claims()
            .of(job.id())
            .map(p -> Math.max(0, p.from() - acts.now()))
            .orElse(UNKNOWN_WAIT);
    return (double) wait * job.shape.smallestMilli() / 1000;
  }

  private boolean rested(Job job) {
    long period = acts.policy().improve().period().map(java.time.Duration::toMillis).orElse(0L);
    return job.runMillis(acts.now()) >= period
        && (job.improvedAt == Long.MIN_VALUE || acts.now() - job.improvedAt >= period);
  }

  /** Whether as many whole devices as the job needs are free somewhere. */
  private boolean enoughInAll(Job job) {
    Pools pools = acts.ledger().fleet().pools();
    long needed = 0;
    long free = 0;
    boolean[] counted = new boolean[pools.size()];
    for (int r = 0; r < job.shape.asks().length; r++) {
      Ask ask = job.shape.asks()[r][0];
      if (ask.kind != Ask.Kind.WHOLE) {
        continue;
      }
      Role role = job.spec.roles().get(r);
      needed += (long) ask.count * role.tasks(0, role.smallest());
      for (int p : pools.accepted(ask)) {
        free += counted[p] ? 0 : acts.ledger().fleet().root().freeTotal(p);
        counted[p] = true;
      }
    }
    return needed > 0 && free >= needed;
  }
}
