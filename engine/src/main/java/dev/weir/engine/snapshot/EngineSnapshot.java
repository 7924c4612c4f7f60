package dev.weir.engine.snapshot;

import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.reservation.Reservation;
import java.util.List;
import java.util.Map;

/**
 * All that the decisions of later turns depend on, as it is between two passes. Indexes, bookings,
 * charges and whatever passes remember beside the fold are not in it: they are derived when it is
 * put back.
 *
 * @param now journal time, ms
 * @param pass number of the newest pass
 * @param nextAllocation the next fresh identity
 * @param dropped facts that were dropped so far
 * @param licences totals by name
 * @param queues in the order of configuration
 * @param remembered what the root above the top queues is remembered to have used
 * @param arrived task requests in the order of their first arrival
 * @param expected the same of the newest forecast of demand
 * @param reservations those that stand, by name
 * @param alarms times at which something may be due, ascending
 * @param limits enforced ends of runs, ascending
 * @param hash of the whole state, which the restored state must have again
 */
public record EngineSnapshot(
    long now,
    long pass,
    long nextAllocation,
    long dropped,
    PolicySpec policy,
    FleetSnapshot fleet,
    Map<String, Integer> licences,
    List<QueueSnapshot> queues,
    List<QueueSnapshot.Remembered> remembered,
    JobsSnapshot jobs,
    List<Counted> arrived,
    List<Counted> expected,
    List<Window> reservations,
    List<Long> alarms,
    List<Limit> limits,
    long hash) {

  /** So many tasks of one request. */
  public record Counted(TaskRequest request, long tasks) {}

  /**
   * A reservation that stands.
   *
   * @param room the devices that were picked for it, by node
   */
  public record Window(Reservation reservation, List<Devices> room) {}

  /** Devices of a node, one bit per position. */
  public record Devices(NodeId node, long mask) {}

  /** Jobs that are stopped at a time if they run until then, in the order of their starts. */
  public record Limit(long at, List<JobId> jobs) {}
}
