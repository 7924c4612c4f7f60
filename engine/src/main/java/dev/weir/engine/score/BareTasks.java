package dev.weir.engine.score;

import dev.weir.engine.ledger.Node;
import java.util.Arrays;

/**
 * The least price of CPU and memory that tasks without devices call for. They take CPU and memory
 * and bring no device into use, so the fill alone would give them no say; but they come, and are
 * placed wherever they fit. The floor is the lowest price at which the nodes would part with as
 * many bundles (a bundle is the average of such tasks) as are to come; cheaper prices are out of
 * force.
 */
final class BareTasks {
  private static final double[] LEVELS = {.05, .1, .15, .2, .3, .4, .5, .6, .75, .9, 1.1, 1.4, 1.8};

  /** A node's room for bundles is looked at in so many equal parts. */
  private static final int PARTS = 8;

  /** Bundles are counted in thousandths, so that sums do not depend on the order of the nodes. */
  private static final double COUNTED = 1000;

  private BareTasks() {}

  /**
   * Bars the prices below the floor.
   *
   * @param horizon demand to come ÷ demand that has arrived
   */
  static void bar(
      Kinds kinds, FillTables tables, PriceGrid prices, FleetSample fleet, double horizon) {
    prices.allowAll();
    double unit = prices.cpuUnit * kinds.bareCpu + prices.memoryUnit * kinds.bareMemory;
    if (kinds.bare == 0 || unit == 0) {
      return;
    }
    double[] price = new double[PriceGrid.SIZE];
    for (int j = 0; j < price.length; j++) {
      price[j] = (prices.cpu[j] * kinds.bareCpu + prices.memory[j] * kinds.bareMemory) / unit;
    }
    long[] supply = supply(kinds, tables, prices, fleet, price);
    double demand = kinds.bare * horizon * COUNTED;
    int level = 0;
    while (level < LEVELS.length && supply[level] < demand) {
      level++;
    }
    double floor = level == 0 ? 0 : LEVELS[level == LEVELS.length ? LEVELS.length - 1 : level - 1];
    for (int j = 0; j < price.length; j++) {
      prices.bar[j] = price[j] >= floor - 1e-12 ? 0 : Double.POSITIVE_INFINITY;
    }
  }

  /** By level, the bundles that nodes value at no more than that. */
  private static long[] supply(
      Kinds kinds, FillTables tables, PriceGrid prices, FleetSample fleet, double[] price) {
    long[] supply = new long[LEVELS.length];
    double[] worth = new double[PriceGrid.SIZE];
    for (int i = 0; i < fleet.nodes().size(); i++) {
      Node node = fleet.nodes().get(i);
      tables.sum(node, worth);
      double most = bundles(kinds, node);
      long part = fleet.counts()[i] * Math.round(COUNTED * most / PARTS);
      for (int p = 0; p < PARTS; p++) {
        double gone = most * (p + .5) / PARTS;
        int j =
            prices.cheapest(
                node.cpuFree() - gone * kinds.bareCpu,
                node.memoryFree() - gone * kinds.bareMemory,
                worth);
        int from = Arrays.binarySearch(LEVELS, price[j] - 1e-12);
        for (int l = from < 0 ? -from - 1 : from; l < LEVELS.length; l++) {
          supply[l] += part;
        }
      }
    }
    return supply;
  }

  private static double bundles(Kinds kinds, Node node) {
    double most = Double.POSITIVE_INFINITY;
    if (kinds.bareCpu > 0) {
      most = node.cpuFree() / kinds.bareCpu;
    }
    if (kinds.bareMemory > 0) {
      most = Math.min(most, node.memoryFree() / kinds.bareMemory);
    }
    return most;
  }
}
