package dev.weir.engine.ledger;

import java.util.Arrays;
import java.util.TreeMap;

/** What a holding costs its queue: amounts per resource number, see {@link Resources}. */
public record Charge(int[] resources, long[] amounts) {
  /** Both together. */
  public Charge plus(Charge other) {
    TreeMap<Integer, Long> sums = new TreeMap<>();
    for (int i = 0; i < resources.length; i++) {
      sums.merge(resources[i], amounts[i], Long::sum);
    }
    for (int i = 0; i < other.resources.length; i++) {
      sums.merge(other.resources[i], other.amounts[i], Long::sum);
    }
    return new Charge(
        sums.keySet().stream().mapToInt(Integer::intValue).toArray(),
        sums.values().stream().mapToLong(Long::longValue).toArray());
  }

  /** Whether this is a charge of the same resources and not less of any. */
  public boolean asMuchAs(Charge other) {
    if (!Arrays.equals(resources, other.resources)) {
      return false;
    }
    for (int i = 0; i < amounts.length; i++) {
      if (amounts[i] < other.amounts[i]) {
        return false;
      }
    }
    return true;
  }

  /** Amount of one resource; 0 when it is not charged. */
  public long of(int resource) {
    for (int i = 0; i < resources.length; i++) {
      if (resources[i] == resource) {
        return amounts[i];
      }
    }
    return 0;
  }
}
