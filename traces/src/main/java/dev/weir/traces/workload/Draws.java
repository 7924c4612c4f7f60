package dev.weir.traces.workload;

import java.util.Random;

/**
 * Random draws of known algorithms: {@link Random}, whose generator the platform specifies, and
 * transformations written here, because those of the library may change from one version to the
 * next.
 */
final class Draws {
  private final Random random;

  Draws(long seed) {
    this.random = new Random(seed);
  }

  /** Uniform over 0 (included) to {@code bound} (excluded). */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Uniform over 0 (included) to 1 (excluded). */
  double uniform() {
    return random.nextDouble();
  }

  /** Exponential. */
  double exponential(double mean) {
    return -mean * StrictMath.log(1 - random.nextDouble());
  }

  /** Standard normal, Box and Muller (1958), of which the second value is thrown away. */
  double normal() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  /** Log-normal with the given mean; {@code sigma} is the deviation of its logarithm. */
  double logNormal(double mean, double sigma) {
    return mean * StrictMath.exp(sigma * normal() - sigma * sigma / 2);
  }

  /** A random order (Fisher and Yates, from the last place to the first). */
  <T> void shuffle(T[] items) {
    for (int last = items.length - 1; last > 0; last--) {
      int other = below(last + 1);
      T moved = items[last];
      items[last] = items[other];
      items[other] = moved;
    }
  }
}
