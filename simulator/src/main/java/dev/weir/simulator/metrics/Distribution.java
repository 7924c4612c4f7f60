package dev.weir.simulator.metrics;

import java.util.Arrays;

/** Values of which exact quantiles are asked: 8 bytes for each. */
public final class Distribution {
  private double[] values = new double[64];
  private int size;
  private boolean sorted = true;
  private double sum;
  private double largest;

  public void add(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
    sum += value;
    largest = size == 1 ? value : Math.max(largest, value);
    sorted = false;
  }

  public int size() {
    return size;
  }

  public double sum() {
    return sum;
  }

  /** NaN without values. */
  public double mean() {
    return sum / size;
  }

  /** NaN without values. */
  public double max() {
    return size == 0 ? Double.NaN : largest;
  }

  /**
   * Interpolated between the two nearest ranks (type 7 of Hyndman and Fan, 1996; the default of R
   * and NumPy). NaN without values.
   *
   * @param q 0 to 1
   */
  public double quantile(double q) {
    if (size == 0) {
      return Double.NaN;
    }
    sort();
    double rank = q * (size - 1);
    int below = (int) Math.floor(rank);
    int above = Math.min(size - 1, below + 1);
    return values[below] + (rank - below) * (values[above] - values[below]);
  }

  /** Share of values above a bound; NaN without values. */
  public double shareAbove(double bound) {
    int above = 0;
    for (int i = 0; i < size; i++) {
      above += values[i] > bound ? 1 : 0;
    }
    return (double) above / size;
  }

  /** {@code points} quantiles at equal steps from 0 to 1, for a picture of the distribution. */
  public double[] curve(int points) {
    if (size == 0) {
      return new double[0];
    }
    double[] curve = new double[points];
    for (int i = 0; i < points; i++) {
      curve[i] = quantile(i / (double) (points - 1));
    }
    return curve;
  }

  private void sort() {
    if (!sorted) {
      Arrays.sort(values, 0, size);
      sorted = true;
    }
  }
}
