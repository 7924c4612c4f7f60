package dev.weir.engine.score;

import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.NodeClass;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@link SoftFill} of every kind of device: devices that the same kinds of tasks may use share
 * one.
 */
final class FillTables {
  private final SoftFill[] tables;

  /** Number of the table by node class and device position. */
  private final int[][] tableOf;

  /**
   * @param weights per price and kind, see {@link SoftFill}
   */
  FillTables(Fleet fleet, Kinds kinds, double[][] weights, double tau, double end) {
    Map<BitSet, Integer> known = new LinkedHashMap<>();
    tableOf = new int[fleet.classes().size()][];
    for (NodeClass c : fleet.classes()) {
      int[] ofPool = new int[c.pools.length];
      for (int p = 0; p < ofPool.length; p++) {
        BitSet admitted = new BitSet(kinds.size());
        for (int k = 0; k < kinds.size(); k++) {
          admitted.set(k, kinds.admits(k, c, c.pools[p]));
        }
        ofPool[p] = known.computeIfAbsent(admitted, _ -> known.size());
      }
      tableOf[c.id] = new int[c.poolOf.length];
      for (int d = 0; d < c.poolOf.length; d++) {
        tableOf[c.id][d] = ofPool[Arrays.binarySearch(c.pools, c.poolOf[d])];
      }
    }
    tables = new SoftFill[known.size()];
    known.forEach(
        (admitted, number) ->
            tables[number] = new SoftFill(kinds, admitted.stream().toArray(), weights, tau, end));
  }

  int size() {
    return tables.length;
  }

  SoftFill table(int number) {
    return tables[number];
  }

  /** Number of the table of a device. */
  int numberOf(Node node, int device) {
    return tableOf[node.nodeClass().id][device];
  }

  /** By price, what the devices of the node fetch as they are. */
  void sum(Node node, double[] sum) {
    Arrays.fill(sum, 0);
    int[] numbers = tableOf[node.nodeClass().id];
    for (int d = 0; d < numbers.length; d++) {
      int left = Leftover.units(node, d);
      if (left > 0) {
        double[] row = tables[numbers[d]].value[left];
        for (int j = 0; j < PriceGrid.SIZE; j++) {
          sum[j] += row[j];
        }
      }
    }
  }
}
