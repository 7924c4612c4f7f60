package dev.weir.server.runtime;

import dev.weir.control.Turn;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import java.util.concurrent.atomic.AtomicLong;

/** The next free ids, above all that the journal names. */
final class JobIds {
  private final AtomicLong newest = new AtomicLong();

  void see(Turn turn) {
    for (Event event : turn.events()) {
      if (event instanceof Event.JobSubmitted submitted) {
        newest.accumulateAndGet(submitted.job().id().value(), Math::max);
      }
    }
  }

  /** Ids up to this one are taken. */
  void above(long id) {
    newest.accumulateAndGet(id, Math::max);
  }

  JobId next() {
    return new JobId(newest.incrementAndGet());
  }
}
