package dev.weir.traces.workload;

import java.util.Arrays;

/**
 * Sizes of jobs with their probabilities: powers of two, weights q⁰, q¹, q², ... with the q that
 * meets a mean.
 */
final class SizeMix {

  /** Halvings of the interval in which q is looked for; far below the resolution of a double. */
  private static final int HALVINGS = 200;

  /** Thousandths of a device, ascending. */
  private final int[] milli;

  /** Probability of a size up to this one; the last is 1. */
  private final double[] upTo;

  private SizeMix(int[] milli, double[] upTo) {
    this.milli = milli;
    this.upTo = upTo;
  }

  /** The mix that meets a mean. */
  static SizeMix of(Calibration calibration) {
    int count = 1;
    while (calibration.smallestMilli() << count <= calibration.largestMilli()) {
      count++;
    }
    int[] milli = new int[count];
    for (int i = 0; i < count; i++) {
      milli[i] = calibration.smallestMilli() << i;
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (mean(milli, middle) < calibration.meanDevices() * 1000) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new SizeMix(milli, upTo(count, low));
  }

  private static double mean(int[] milli, double q) {
    double sum = 0;
    double weights = 0;
    double weight = 1;
    for (int size : milli) {
      sum += weight * size;
      weights += weight;
      weight *= q;
    }
    return sum / weights;
  }

  private static double[] upTo(int count, double q) {
    double[] upTo = new double[count];
    double weight = 1;
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += weight;
      upTo[i] = sum;
      weight *= q;
    }
    for (int i = 0; i < count; i++) {
      upTo[i] /= sum;
    }
    return upTo;
  }

  /** The size that a uniform draw stands for. */
  int at(double uniform) {
    int found = Arrays.binarySearch(upTo, uniform);
    int index = found >= 0 ? found + 1 : -found - 1;
    return milli[Math.min(index, milli.length - 1)];
  }
}
