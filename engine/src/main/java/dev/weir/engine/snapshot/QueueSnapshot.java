package dev.weir.engine.snapshot;

import dev.weir.model.queue.QueueSpec;
import java.util.List;

/** A queue and what it is remembered to have used; what it has booked follows from the jobs. */
public record QueueSnapshot(QueueSpec spec, List<Remembered> remembered) {

  /**
   * @param resource its name
   * @param used half-life-decayed, in the unit of bookings, as it was at {@code settledAt}
   * @param settledAt journal time, ms
   */
  public record Remembered(String resource, double used, long settledAt) {}
}
