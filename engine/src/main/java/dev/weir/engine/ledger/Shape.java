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

  /** By request; NaN where none is remembered. */
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

  /**
   * The remembered score of a request; NaN when none is remembered in this epoch. {@link #UNFIT}
   * holds in every epoch: what is free does not change while the shape is the same.
   */
  public double remembered(Ask ask, long epoch) {
    if (ask.id >= scores.length) {
      return Double.NaN;
    }
    double score = scores[ask.id];
    return epoch == scoredEpoch || score == UNFIT ? score : Double.NaN;
  }

  /** Remembers a score; a new epoch forgets those of the old one. */
  public void remember(Ask ask, long epoch, double score) {
    if (ask.id >= scores.length) {
      int known = scores.length;
      scores = Arrays.copyOf(scores, Math.max(8, Integer.highestOneBit(ask.id) * 2));
      Arrays.fill(scores, known, scores.length, Double.NaN);
    }
    if (epoch != scoredEpoch) {
      for (int i = 0; i < scores.length; i++) {
        scores[i] = scores[i] == UNFIT ? UNFIT : Double.NaN;
      }
      scoredEpoch = epoch;
    }
    scores[ask.id] = score;
  }
}
