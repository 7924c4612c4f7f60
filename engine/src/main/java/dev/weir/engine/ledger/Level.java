package dev.weir.engine.ledger;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All domains of one topology level, and their order by free whole devices per pool. */
public final class Level {
  public final String name;

  /** Node label that names the domain; empty for the fleet. */
  final String label;

  final List<Domain> domains = new ArrayList<>();
  final Map<String, Domain> byPath = new LinkedHashMap<>();

  /** Node label that names the domains; empty for the fleet. */
  public String label() {
    return label;
  }

  private final List<NavigableMap<Integer, NodeSet>> byFree = new ArrayList<>();

  Level(String name, String label) {
    this.name = name;
    this.label = label;
  }

  /** Domains in the order of appearance; {@link Domain#index} is the position here. */
  public List<Domain> domains() {
    return domains;
  }

  /**
   * Domains with at least so many free whole devices of the pool, by total, then by index. Looked
   * up one by one: what a trial books and takes back while one of them is tried does not disturb.
   */
  public Iterable<Domain> withAtLeast(int pool, int free) {
    return () -> new Ascending(pool, free);
  }

  private final class Ascending implements Iterator<Domain> {
    private final int pool;
    private int total;
    private int index;

    Ascending(int pool, int free) {
      this.pool = pool;
      this.total = free;
    }

    @Override
    public boolean hasNext() {
      return find() != null;
    }

    @Override
    public Domain next() {
      Domain found = find();
      if (found == null) {
        throw new NoSuchElementException("no further domain of " + name);
      }
      index++;
      return found;
    }

    /** The first at or after the place reached, which it moves on to there. */
    private @Nullable Domain find() {
      if (pool >= byFree.size()) {
        return null;
      }
      NavigableMap<Integer, NodeSet> order = byFree.get(pool);
      for (var e = order.ceilingEntry(total); e != null; e = order.higherEntry(total)) {
        index = e.getKey() == total ? index : 0;
        total = e.getKey();
        int d = e.getValue().next(index);
        if (d >= 0) {
          index = d;
          return domains.get(d);
        }
      }
      return null;
    }
  }

  void moved(Domain domain, int pool, int before, int after) {
    while (byFree.size() <= pool) {
      byFree.add(new TreeMap<>());
    }
    NavigableMap<Integer, NodeSet> order = byFree.get(pool);
    if (before > 0) {
      order.computeIfPresent(
          before,
          (total, set) -> {
            set.remove(domain.index);
            return set.isEmpty() ? null : set;
          });
    }
    if (after > 0) {
      order.computeIfAbsent(after, a -> new NodeSet()).add(domain.index);
    }
  }
}
