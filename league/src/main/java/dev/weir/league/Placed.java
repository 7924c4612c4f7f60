package dev.weir.league;

import dev.weir.control.Turn;
import dev.weir.control.TurnListener;
import dev.weir.model.action.Action;
import dev.weir.traces.TraceJob;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which jobs of a run found a place. */
final class Placed implements TurnListener {
  private final List<TraceJob> jobs;
  private final BitSet started = new BitSet();

  /** Arrived and placed jobs. */
  record Count(long arrived, long placed) {
    Count plus(Count other) {
      return new Count(arrived + other.arrived, placed + other.placed);
    }
  }

  Placed(List<TraceJob> jobs) {
    this.jobs = jobs;
  }

  @Override
  public void turned(Turn turn, long passNanos) {
    for (Action action : turn.plan().actions()) {
      if (action instanceof Action.Start start) {
        started.set((int) start.allocation().job().value() - 1);
      }
    }
  }

  /** By kind, in the order of first arrival. */
  Map<JobKind, Count> byKind() {
    Map<JobKind, Count> counts = new LinkedHashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      Count one = new Count(1, started.get(i) ? 1 : 0);
      counts.merge(JobKind.of(jobs.get(i)), one, Count::plus);
    }
    return counts;
  }
}
