package dev.weir.engine.claim;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.id.JobId;

/**
 * Room of one node that belongs to somebody over {@code [from, until)}. Times are journal times in
 * ms; {@link Long#MAX_VALUE} = for ever.
 */
public sealed interface Claim {
  Node node();

  long from();

  long until();

  /** Positions of the devices that are claimed. */
  long mask();

  /** Whether the claim and {@code [from, until)} have a moment in common. */
  default boolean meets(long from, long until) {
    return from() < until && from < until();
  }

  /** To whom the room belongs, in words. */
  String owner();

  /**
   * One task of a job that will start here.
   *
   * @param kind why the room is the job's
   */
  record OfJob(
      JobId job, Kind kind, long from, long until, Node node, Ask ask, DeviceBooking devices)
      implements Claim {
    @Override
    public long mask() {
      return devices.mask();
    }

    @Override
    public String owner() {
      return "job " + job;
    }
  }

  /** Why room belongs to a waiting job. */
  enum Kind {
    /** It is planned to start there. */
    PLANNED,
    /** Room is being freed there for it; the claim begins at once. */
    FREED
  }

  /**
   * Part of a reservation.
   *
   * @param whole the whole node with its CPU and memory; else the devices alone
   */
  record Reserved(Window window, Node node, long mask, boolean whole) implements Claim {
    @Override
    public long from() {
      return window.from();
    }

    @Override
    public long until() {
      return window.until();
    }

    @Override
    public String owner() {
      return "reservation " + window.name();
    }
  }
}
