package dev.weir.server.health;

import dev.weir.control.Turn;
import dev.weir.model.event.Event;
import dev.weir.model.id.AllocationId;
import dev.weir.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Allocations that ended because Weir wanted it, in the last minutes: what the driver of a device
 * reports of killed processes is explained by them.
 */
public final class ForcedEnds {
  private static final Duration KEPT = Duration.ofMinutes(5);

  /** Turns read again at a start: some minutes of a server that is not idle. */
  private static final int LOOKED_BACK = 2_000;

  private final Map<AllocationId, Instant> ended = new LinkedHashMap<>();

  /** Folds a turn, when it is replayed, followed or taken. */
  public synchronized void fold(Turn turn) {
    Instant at = Instant.ofEpochMilli(turn.at());
    for (Event event : turn.events()) {
      if (event instanceof Event.AllocationEnded e
          && (e.end() == Event.End.STOPPED || e.end() == Event.End.TIMED_OUT)) {
        ended.put(e.allocation(), at);
      }
    }
    if (!ended.isEmpty()) {
      ended.values().removeIf(when -> when.isBefore(at.minus(KEPT)));
    }
  }

  /** Takes up the last turns at a start, which need not have brought all of them back. */
  public void recovered(Store store) {
    long after = Math.max(0, store.head().sequence() - LOOKED_BACK);
    store.reads().turnsAfter(after, LOOKED_BACK).forEach(this::fold);
  }

  /** When each ended. */
  synchronized Map<AllocationId, Instant> recent() {
    return new LinkedHashMap<>(ended);
  }
}
