package dev.weir.engine.ledger;

import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.util.List;

/**
 * What one allocation holds, task by task. Immutable but for the expected end and the mark that it
 * is being stopped.
 */
public final class Holding {
  /** One task's place. */
  public record Place(int role, int task, Ask ask, Node node, DeviceBooking devices) {}

  public final AllocationId id;
  public final JobId job;
  public final int incarnation;
  public final int[] variants;
  public final List<Place> places;
  public final Charge charge;

  /** Journal time of the decision. */
  public final long since;

  /** Expected end under the policy's basis; {@link Long#MAX_VALUE} when it may never end. */
  long expectedEnd = Long.MAX_VALUE;

  /** A stop was asked for; what it holds is on its way back. */
  boolean stopping;

  public Holding(
      AllocationId id,
      JobId job,
      int incarnation,
      int[] variants,
      List<Place> places,
      Charge charge,
      long since) {
    this.id = id;
    this.job = job;
    this.incarnation = incarnation;
    this.variants = variants;
    this.places = List.copyOf(places);
    this.charge = charge;
    this.since = since;
  }

  public long expectedEnd() {
    return expectedEnd;
  }

  public boolean stopping() {
    return stopping;
  }

  /** Charged milli-devices. */
  public long deviceMilli() {
    return charge.of(Resources.DEVICES);
  }

  @Override
  public String toString() {
    return id + " of " + job;
  }
}
