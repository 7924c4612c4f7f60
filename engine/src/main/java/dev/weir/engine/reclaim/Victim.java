package dev.weir.engine.reclaim;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Resources;
import dev.weir.model.job.Disruption.StopClass;
import dev.weir.model.job.Role;
import java.util.Comparator;

/**
 * A running job that may be disturbed.
 *
 * @param cost device-time that is lost when it is suspended, in device × ms: work since its last
 *     complete checkpoint and the time to be at speed again, times its devices
 * @param rank how many lower priorities of its own queue are among the candidates
 * @param last it cannot checkpoint, loses everything, and is chosen after all others
 */
public record Victim(Job job, Holding holding, int rank, double cost, boolean last) {
  /** A CPU-only task weighs as this many devices per core. */
  private static final double DEVICES_PER_CORE = 0.01;

  /** What a job that can go on with fewer tasks is reckoned with: it is likely only shrunk. */
  private static final double ELASTIC = 0.5;

  /**
   * Who is disturbed first: those that can checkpoint, lower priorities of their queue, cheaper,
   * then the one that began last, then the one that was submitted last.
   */
  public static final Comparator<Victim> CHEAPEST_FIRST =
      Comparator.comparing(Victim::last)
          .thenComparingInt(Victim::rank)
          .thenComparingDouble(Victim::cost)
          .thenComparing(Comparator.comparingLong((Victim v) -> v.holding.since).reversed())
          .thenComparing(Comparator.comparingLong((Victim v) -> v.job.sequence).reversed());

  public static Victim of(Job job, Holding holding, long now) {
    boolean cannot = job.spec.disruption().stop() == StopClass.CANNOT_CHECKPOINT;
    double lost = cannot ? job.runMillis(now) + job.savedMillis : job.unsavedMillis(now);
    double again = job.spec.disruption().elasticInPlace() ? 0 : restart(job);
    double weight =
        holding.deviceMilli() / 1000.0
            + holding.charge.of(Resources.CPU) / 1000.0 * DEVICES_PER_CORE;
    boolean elastic = job.spec.roles().stream().anyMatch(Role::elastic);
    return new Victim(job, holding, 0, (lost + again) * weight * (elastic ? ELASTIC : 1), cannot);
  }

  /** The same among the candidates of its queue. */
  Victim ranked(int place) {
    return new Victim(job, holding, place, cost, last);
  }

  private static double restart(Job job) {
    return job.spec.disruption().restart().toMillis();
  }
}
