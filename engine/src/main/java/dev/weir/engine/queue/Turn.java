package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import org.jspecify.annotations.Nullable;

/** A queue's standing in the present pass: its best candidate, and its rank among its siblings. */
final class Turn {
  /** The pass in which the rest was worked out; an older one means that nothing is known. */
  long pass = -1;

  /** The pass in which nobody of the queue is wanted any more. */
  long skippedIn = -1;

  /** The candidate it would send; null = it has none. */
  @Nullable Job best;

  /** The candidate's lane, while there is a candidate. */
  @Nullable Lane lane;

  /** Below the guarantee, with {@link #rank} = used ÷ guaranteed; otherwise rank = share. */
  boolean guaranteed;

  double rank;

  /** The share, and the pass and bookings for which it holds. */
  double share;

  long shareIn = -1;

  boolean knownIn(long p) {
    return pass == p;
  }

  void forget() {
    pass = -1;
  }
}
