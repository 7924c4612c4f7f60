package dev.weir.engine.ledger;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counted licences of the fleet. */
public final class Licences {
  private final Map<String, Integer> total = new TreeMap<>();
  private final Map<String, Integer> used = new TreeMap<>();

  /** New totals. Less than what is used is a fact; nothing new starts until enough came back. */
  public void configure(Map<String, Integer> totals) {
    total.clear();
    total.putAll(totals);
  }

  /** Names of the licences that are configured. */
  public Set<String> names() {
    return Collections.unmodifiableSet(total.keySet());
  }

  public int free(String name) {
    return total.getOrDefault(name, 0) - used.getOrDefault(name, 0);
  }

  public int total(String name) {
    return total.getOrDefault(name, 0);
  }

  public int used(String name) {
    return used.getOrDefault(name, 0);
  }

  void book(Map<String, Integer> wanted, int sign) {
    wanted.forEach((name, n) -> used.merge(name, sign * n, Integer::sum));
    for (String name : wanted.keySet()) {
      if (used.getOrDefault(name, 0) < 0) {
        throw new IllegalStateException("more licences " + name + " came back than were used");
      }
    }
  }
}
