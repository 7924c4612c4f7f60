package dev.weir.engine.queue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What each of a set of siblings is due of one resource: its guarantee as far as it asks for that
 * much, then its part, by weight, of what is left over; what one does not ask for goes to the
 * others (weighted max-min, "water-filling": Bertsekas and Gallager, Data Networks, 1992, §6.5.2).
 */
final class FairShare {
  private FairShare() {}

  /**
   * @param amount what there is to share
   * @return by position in {@code siblings}; the sum is at most {@code amount}, and is that when
   *     they ask for as much
   */
  static double[] of(List<Queue> siblings, int resource, double amount) {
    int n = siblings.size();
    double[] wanted = new double[n];
    double[] due = new double[n];
    double promised = 0;
    for (int i = 0; i < n; i++) {
      Queue q = siblings.get(i);
      wanted[i] = Math.min(q.demand(resource), q.limit(resource));
      long guaranteed = q.guaranteed(resource);
      due[i] = guaranteed == Queue.UNSAID ? 0 : Math.min((double) guaranteed, wanted[i]);
      promised += due[i];
    }
    if (promised >= amount) {
      // more is promised than there is, for example after a loss of nodes: all lose alike
      double scale = promised == 0 ? 0 : amount / promised;
      return Arrays.stream(due).map(d -> d * scale).toArray();
    }
    pour(siblings, wanted, due, amount - promised);
    return due;
  }

  /** Those that are full at the lowest level are filled first. */
  private static void pour(List<Queue> siblings, double[] wanted, double[] due, double rest) {
    Integer[] byLevel = new Integer[wanted.length];
    double weights = 0;
    for (int i = 0; i < wanted.length; i++) {
      byLevel[i] = i;
      weights += siblings.get(i).weight();
    }
    Arrays.sort(
        byLevel,
        Comparator.comparingDouble((Integer i) -> (wanted[i] - due[i]) / siblings.get(i).weight()));
    for (int i : byLevel) {
      double weight = siblings.get(i).weight();
      double part = Math.min(wanted[i] - due[i], rest * (weight / weights));
      due[i] += part;
      rest -= part;
      weights -= weight;
    }
  }
}
