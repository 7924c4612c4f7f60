package dev.weir.engine.ledger;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

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

  /** Domains with at least so many free whole devices of the pool, by total, then by index. */
  public Iterable<Domain> withAtLeast(int pool, int free) {
    List<Domain> found = new ArrayList<>();
    if (pool < byFree.size()) {
      for (NodeSet set : byFree.get(pool).tailMap(free, true).values()) {
        for (int d = set.first(); d >= 0; d = set.next(d + 1)) {
          found.add(domains.get(d));
        }
      }
    }
    return found;
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
