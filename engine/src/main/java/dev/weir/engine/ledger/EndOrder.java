package dev.weir.engine.ledger;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Holdings by their expected end, then by id. */
public final class EndOrder {
  private final TreeSet<Holding> order =
      new TreeSet<>(
          (a, b) -> {
            int c = Long.compare(a.expectedEnd, b.expectedEnd);
            return c != 0 ? c : Long.compare(a.id.value(), b.id.value());
          });

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

  /**
   * The holding after the given one, which need not be here any more; the first one for null. For
   * walks that drop holdings on their way.
   */
  public @Nullable Holding after(@Nullable Holding holding) {
    return holding == null ? (order.isEmpty() ? null : order.first()) : order.higher(holding);
  }

  public int size() {
    return order.size();
  }
}
