package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/**
 * Uniform over the nodes with room, and over the devices of the node. Draws are a hash of the seed,
 * the decision and the candidate (SplitMix64, Steele et al., OOPSLA 2014), so that a replay draws
 * the same.
 */
public final class RandomFit implements PlacementScore {
  private final long seed;
  private long decision;

  public RandomFit(long seed) {
    this.seed = seed;
  }

  @Override
  public String name() {
    return "random";
  }

  @Override
  public boolean byShape() {
    return false;
  }

  @Override
  public void begin(long next) {
    decision = next;
  }

  @Override
  public double score(Node node, Ask ask, DeviceBooking devices) {
    return (mix(seed ^ mix(decision) ^ node.index) >>> 11) * 0x1.0p-53;
  }

  @Override
  public double preference(Node node, DeviceBooking devices) {
    return (mix(seed ^ mix(decision + 1) ^ devices.mask()) >>> 11) * 0x1.0p-53;
  }

  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
