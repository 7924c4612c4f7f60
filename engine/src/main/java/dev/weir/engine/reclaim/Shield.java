package dev.weir.engine.reclaim;

import dev.weir.engine.act.Acts;
import dev.weir.engine.job.Job;
import dev.weir.model.job.JobState;

/** What keeps a running job from being disturbed, whoever needs its room. */
public final class Shield {
  private static final long HOUR = 3_600_000L;

  private final Acts acts;

  public Shield(Acts acts) {
    this.acts = acts;
  }

  /** Whether the job must be left alone at this moment. */
  public boolean covers(Job job) {
    return !job.spec.disruption().preemptible()
        || job.holding == null
        || job.holding.stopping()
        || job.stopSent
        || job.cancelled
        || job.state != JobState.RUNNING && job.state != JobState.STARTING
        || isProtected(job)
        || disturbedEnough(job);
  }

  /** Who was given room after that time is protected by the policy, whatever else holds. */
  long latest() {
    long protection = acts.policy().reclaim().protection().toMillis();
    return protection > 0 ? acts.now() - protection : Long.MAX_VALUE;
  }

  private boolean isProtected(Job job) {
    long protection =
        Math.max(
            acts.policy().reclaim().protection().toMillis(),
            job.spec.disruption().protection().toMillis());
    return protection > 0
        && (job.state == JobState.STARTING || job.runMillis(acts.now()) < protection);
  }

  private boolean disturbedEnough(Job job) {
    int cap = stricter(acts.policy().reclaim().capPerHour(), job.spec.disruption().maxPerHour());
    if (cap == 0) {
      return false;
    }
    int recent = 0;
    for (long at : job.disruptions) {
      recent += at > acts.now() - HOUR ? 1 : 0;
    }
    return recent >= cap;
  }

  /** Of two caps of which 0 is none. */
  private static int stricter(int a, int b) {
    return a == 0 ? b : b == 0 ? a : Math.min(a, b);
  }
}
