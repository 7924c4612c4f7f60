package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Ledger;
import dev.weir.model.job.DeviceFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How often room that could help has come back, per set of device filters. Shapes whose tasks
 * accept the same devices share one count, so that a pass asks the ledger once for all of them.
 */
final class Returns {
  private final Ledger ledger;
  private final Map<Set<Optional<DeviceFilter>>, Pools> known = new HashMap<>();

  /** Asks that stand for all that accept the same devices. */
  static final class Pools {
    final int number;
    private final List<Ask> asks;
    private long countedIn = -1;
    private long count;

    Pools(int number, List<Ask> asks) {
      this.number = number;
      this.asks = asks;
    }
  }

  Returns(Ledger ledger) {
    this.ledger = ledger;
  }

  /** The pools that could help jobs of this shape. */
  Pools poolsOf(Job.Shape shape) {
    Set<Optional<DeviceFilter>> filters = new LinkedHashSet<>();
    List<Ask> asks = new ArrayList<>();
    for (Ask[] variants : shape.asks()) {
      for (Ask ask : variants) {
        if (filters.add(ask.kind == Ask.Kind.NONE ? Optional.empty() : Optional.of(ask.filter))) {
          asks.add(ask);
        }
      }
    }
    return known.computeIfAbsent(filters, f -> new Pools(known.size(), List.copyOf(asks)));
  }

  /** The count at the beginning of a pass. */
  long atBegin(Pools pools, long pass) {
    if (pools.countedIn != pass) {
      pools.countedIn = pass;
      pools.count = now(pools);
    }
    return pools.count;
  }

  long now(Pools pools) {
    long sum = 0;
    for (Ask ask : pools.asks) {
      sum += ledger.returnsFor(ask);
    }
    return sum;
  }
}
