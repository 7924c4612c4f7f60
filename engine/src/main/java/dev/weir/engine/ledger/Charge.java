package dev.weir.engine.ledger;

/** What a holding costs its queue: amounts per resource number, see {@link Resources}. */
public record Charge(int[] resources, long[] amounts) {
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
