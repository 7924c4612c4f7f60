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

  /** The least that an overdue job is expected to go on, ms. */
  private static final long LEAST_DELAY = 1000;

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

  /**
   * The same as seen at a moment at which it still runs: what is overdue is taken to go on for as
   * long again as it is late.
   */
  public long expectedEnd(long now) {
    return expectedEnd > now ? expectedEnd : now + Math.max(LEAST_DELAY, now - expectedEnd);
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
