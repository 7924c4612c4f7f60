package dev.weir.engine.score;

/**
 * What the leftover of one device is worth at every price, when it is filled with tasks of the mix:
 *
 * <pre>{@code
 * V(l) = τ · ln z(l),   z(l) = (ε + Σ w(u)·z(l − u)) / (ε + Σ popularity(u)),   over units u ≤ l
 * w(u) = Σ over kinds of u units of popularity · exp((milli − scarcity − CPU and memory at the price) / τ)
 * }</pre>
 *
 * This is the expected fill of a device onto which fitting tasks come at random and are let in the
 * more gladly the more they bring: for large τ the mean over what happens to come, for small τ the
 * best packing. ε is the chance that nothing comes any more.
 */
final class SoftFill {
  private static final int LEVELS = Kinds.UNITS + 1;

  /** Value by leftover in units, then price. */
  final double[][] value = new double[LEVELS][PriceGrid.SIZE];

  private final double[][] z = new double[PriceGrid.SIZE][LEVELS];

  /** Distinct sizes of the kinds, ascending, and per price the summed weight of each. */
  private final int[] sizes;

  private final double[][] weight;
  private final int[] kinds;

  /**
   * @param kinds those that may use the device
   * @param weights per price and kind
   */
  SoftFill(Kinds all, int[] kinds, double[][] weights, double tau, double end) {
    this.kinds = kinds;
    double[] popularity = new double[LEVELS];
    for (int k : kinds) {
      popularity[all.units[k]] += all.popularity[k];
    }
    sizes = sizes(popularity);
    weight = new double[PriceGrid.SIZE][LEVELS];
    for (int j = 0; j < PriceGrid.SIZE; j++) {
      for (int k : kinds) {
        weight[j][all.units[k]] += weights[j][k];
      }
      fill(j, popularity, tau, end);
    }
  }

  private static int[] sizes(double[] popularity) {
    int[] found = new int[LEVELS];
    int n = 0;
    for (int u = 1; u < LEVELS; u++) {
      if (popularity[u] > 0) {
        found[n++] = u;
      }
    }
    return java.util.Arrays.copyOf(found, n);
  }

  private void fill(int j, double[] popularity, double tau, double end) {
    double[] w = weight[j];
    double[] zj = z[j];
    double fitting = 0;
    for (int l = 0; l < LEVELS; l++) {
      fitting += popularity[l];
      zj[l] = filled(l, w, zj, end) / (end + fitting);
      value[l][j] = tau * StrictMath.log(zj[l]);
    }
  }

  private double filled(int l, double[] w, double[] zj, double end) {
    double sum = end;
    for (int u : sizes) {
      if (u > l) {
        break;
      }
      sum += w[u] * zj[l - u];
    }
    return sum;
  }

  /**
   * How many tasks of each kind the fill lets in, when there are so many devices of each leftover
   * at a price.
   *
   * @param devices by leftover in units; used up
   * @param used per kind, added to
   */
  void flow(int j, double[] devices, double end, Kinds all, double[][] weights, double[] used) {
    double[] w = weight[j];
    double[] zj = z[j];
    double[] bySize = new double[LEVELS];
    for (int l = LEVELS - 1; l > 0; l--) {
      if (devices[l] > 1e-9) {
        double each = devices[l] / filled(l, w, zj, end);
        for (int u : sizes) {
          if (u > l) {
            break;
          }
          double tasks = each * w[u] * zj[l - u];
          bySize[u] += tasks;
          devices[l - u] += tasks;
        }
      }
    }
    for (int k : kinds) {
      int u = all.units[k];
      used[k] += w[u] > 0 ? bySize[u] * weights[j][k] / w[u] : 0;
    }
  }
}
