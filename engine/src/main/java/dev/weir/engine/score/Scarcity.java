package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import java.util.Arrays;

/**
 * What a kind's demand takes off its worth. A kind that fills more of the idle devices than its
 * share of the demand to come allows is worth less from then on, one that is crowded out more,
 * until the fill of the whole fleet agrees with the mix: dual ascent on "tasks of a kind let in ≤
 * tasks of the kind that will come", with the step η·τ·ln(let in ÷ to come) of soft assignment.
 * Kept from one estimate to the next.
 */
final class Scarcity {
  /** Step of the ascent. */
  private static final double STEP = 0.3;

  /** The most that a kind's worth is raised, as a share of what it asks for. */
  private static final double MOST_RAISED = 0.5;

  private double[] byAsk = new double[16];

  /** Milli-devices to subtract from the worth of the kind. */
  double of(Ask ask) {
    return ask.id < byAsk.length ? byAsk[ask.id] : 0;
  }

  /**
   * One step of the ascent.
   *
   * @param horizon demand to come ÷ demand that has arrived
   */
  void adjust(
      Kinds kinds,
      FillTables tables,
      PriceGrid prices,
      FleetSample fleet,
      double[][] weights,
      Constants constants,
      double horizon) {
    double[] used = used(kinds, tables, prices, fleet, weights, constants.end());
    for (int k = 0; k < kinds.size(); k++) {
      double come = kinds.devices[k] * horizon;
      double step = STEP * constants.tau() * StrictMath.log((used[k] + .1) / (come + .1));
      double now = of(kinds.ask[k]) + step;
      set(kinds.ask[k], Math.clamp(now, -MOST_RAISED * kinds.milli[k], (double) kinds.milli[k]));
    }
  }

  private void set(Ask ask, double value) {
    if (ask.id >= byAsk.length) {
      byAsk = Arrays.copyOf(byAsk, Math.max(ask.id + 1, byAsk.length * 2));
    }
    byAsk[ask.id] = value;
  }

  /** Devices that the fill of the present leftovers gives to each kind. */
  private static double[] used(
      Kinds kinds,
      FillTables tables,
      PriceGrid prices,
      FleetSample fleet,
      double[][] weights,
      double end) {
    // Counts are whole numbers, so that their sums do not depend on the order of the nodes.
    double[][][] leftovers = new double[tables.size()][PriceGrid.SIZE][];
    double[] worth = new double[PriceGrid.SIZE];
    for (int i = 0; i < fleet.nodes().size(); i++) {
      Node node = fleet.nodes().get(i);
      tables.sum(node, worth);
      int j = prices.cheapest(node.cpuFree(), node.memoryFree(), worth);
      for (int d = 0; d < node.deviceCount(); d++) {
        int left = Leftover.units(node, d);
        if (left > 0) {
          double[][] ofTable = leftovers[tables.numberOf(node, d)];
          if (ofTable[j] == null) {
            ofTable[j] = new double[Kinds.UNITS + 1];
          }
          ofTable[j][left] += fleet.counts()[i];
        }
      }
    }
    double[] used = new double[kinds.size()];
    for (int t = 0; t < leftovers.length; t++) {
      for (int j = 0; j < PriceGrid.SIZE; j++) {
        if (leftovers[t][j] != null) {
          tables.table(t).flow(j, leftovers[t][j], end, kinds, weights, used);
        }
      }
    }
    return used;
  }
}
