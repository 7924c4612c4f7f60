package dev.weir.engine.queue;

import java.util.TreeSet;

/**
 * The lanes of one queue that wait for room of the same pools. Those whose jobs found none are
 * parked together and return together, so that neither the beginning of a pass nor a return of room
 * looks at each of them: when all are parked, as they are when a pass has come to its end, the two
 * sets change names.
 */
final class Bay {
  /** When parked lanes are worth a look again. */
  static final long AT_ONCE = Long.MIN_VALUE;

  final Returns.Pools pools;
  TreeSet<Lane> open = new TreeSet<>(Lane.LANES);
  TreeSet<Lane> parked = new TreeSet<>(Lane.LANES);

  /** Returns of room and epoch at the time of the first parking. */
  private long parkedAtReturns;

  private long parkedAtEpoch;

  Bay(Returns.Pools pools) {
    this.pools = pools;
  }

  void park(Lane lane, long returns, long epoch) {
    if (parked.isEmpty()) {
      parkedAtReturns = returns;
      parkedAtEpoch = epoch;
    } else if (returns == AT_ONCE) {
      parkedAtReturns = AT_ONCE;
    }
    lane.moveTo(parked);
  }

  /** Opens the parked lanes when room or the epoch moved. */
  void open(long returns, long epoch) {
    if (parked.isEmpty() || (returns == parkedAtReturns && epoch == parkedAtEpoch)) {
      return;
    }
    TreeSet<Lane> larger = open.size() >= parked.size() ? open : parked;
    TreeSet<Lane> smaller = larger == open ? parked : open;
    for (Lane lane : smaller) {
      lane.home = larger;
      larger.add(lane);
    }
    smaller.clear();
    open = larger;
    parked = smaller;
  }
}
