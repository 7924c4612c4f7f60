package dev.weir.engine.ledger;

import java.util.Arrays;

/**
 * Nodes of one class with the same free room. For placement that ignores names and neighbours they
 * are one: what is found out about the first holds for all, and is remembered here.
 */
public final class Shape {
  /** A fit that was worked out before. */
  public static final double UNFIT = Double.NEGATIVE_INFINITY;

  final Key key;
  final NodeSet nodes = new NodeSet();

  private int[] scoredAsks = new int[0];
  private double[] scores = new double[0];
  private long scoredEpoch = -1;

  record Key(long[] parts) {
    @Override
    public boolean equals(Object o) {
      return o instanceof Key k && Arrays.equals(parts, k.parts);
    }

    @Override
    public int hashCode() {
      long h = 1;
      for (long p : parts) {
        h = h * 0x9E3779B97F4A7C15L + p;
      }
      return (int) (h ^ h >>> 32);
    }
  }

  Shape(Key key) {
    this.key = key;
  }

  /** The members, ascending. */
  public NodeSet nodes() {
    return nodes;
  }

  /** The remembered score of a request; NaN when none is remembered in this epoch. */
  public double remembered(Ask ask, long epoch) {
    if (epoch != scoredEpoch || ask.id >= scoredAsks.length || scoredAsks[ask.id] == 0) {
      return Double.NaN;
    }
    return scores[ask.id];
  }

  /** Remembers a score; a new epoch forgets those of the old one. */
  public void remember(Ask ask, long epoch, double score) {
    if (ask.id >= scoredAsks.length) {
      int size = Math.max(8, Integer.highestOneBit(ask.id) * 2);
      scoredAsks = Arrays.copyOf(scoredAsks, size);
      scores = Arrays.copyOf(scores, size);
    }
    if (epoch != scoredEpoch) {
      Arrays.fill(scoredAsks, 0);
      scoredEpoch = epoch;
    }
    scoredAsks[ask.id] = 1;
    scores[ask.id] = score;
  }
}
