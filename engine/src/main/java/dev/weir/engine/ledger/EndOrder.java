package dev.weir.engine.ledger;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Holdings by their expected end, then by id. */
public final class EndOrder {
  private final NavigableSet<Holding> order =
      new TreeSet<>(
          Comparator.comparingLong(Holding::expectedEnd).thenComparing((Holding h) -> h.id));

  void add(Holding holding) {
    order.add(holding);
  }

  void remove(Holding holding) {
    order.remove(holding);
  }

  /** Soonest first. */
  public Iterable<Holding> soonestFirst() {
    return order;
  }
}
