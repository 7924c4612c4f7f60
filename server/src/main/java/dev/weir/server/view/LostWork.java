package dev.weir.server.view;

import dev.weir.api.wire.WorkLost;
import dev.weir.model.event.Event;
import dev.weir.store.AllocationRow;
import java.util.List;

/**
 * Run time that had to be done again: of each run that was stopped or lost, what came after the
 * newest complete checkpoint. What a person cancelled and what completed lost nothing.
 */
public final class LostWork {
  private LostWork() {}

  public static WorkLost of(
      List<AllocationRow> allocations,
      List<Long> checkpoints,
      long savedMillis,
      boolean cancelled) {
    long lost = 0;
    int stops = 0;
    for (AllocationRow run : allocations) {
      if (run.startedAt().isEmpty() || run.endedAt().isEmpty() || run.end().isEmpty()) {
        continue;
      }
      Event.End end = run.end().get();
      boolean last = run == allocations.getLast();
      boolean again = end == Event.End.STOPPED || end == Event.End.LOST || !last;
      if (again && end != Event.End.COMPLETED && !(last && cancelled)) {
        stops++;
        lost += run.endedAt().getAsLong() - saved(run, checkpoints);
      }
    }
    return new WorkLost(lost, stops, savedMillis);
  }

  private static long saved(AllocationRow run, List<Long> checkpoints) {
    long newest = run.startedAt().orElseThrow();
    for (long at : checkpoints) {
      if (at >= newest && at <= run.endedAt().orElseThrow()) {
        newest = at;
      }
    }
    return newest;
  }
}
