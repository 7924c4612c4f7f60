package dev.weir.engine.ledger;

import java.util.Arrays;

/**
 * A set of node numbers that is always walked in ascending order, whatever was added first: a trial
 * that is undone leaves no trace in any later tie-break. Small sets are a sorted array; large ones
 * a bit set with a summary word per 64 words.
 */
public final class NodeSet {
  private static final int SMALL = 64;

  private int size;
  private int[] small = new int[4];
  private long[] bits = new long[0];
  private long[] summary = new long[0];
  private boolean large;

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public boolean contains(int node) {
    if (large) {
      int word = node >>> 6;
      return word < bits.length && (bits[word] & 1L << node) != 0;
    }
    return Arrays.binarySearch(small, 0, size, node) >= 0;
  }

  /** Adds a node that is not in the set. */
  public void add(int node) {
    if (!large && size == SMALL) {
      grow();
    }
    if (large) {
      set(node);
    } else {
      int at = -(Arrays.binarySearch(small, 0, size, node) + 1);
      if (size == small.length) {
        small = Arrays.copyOf(small, size * 2);
      }
      System.arraycopy(small, at, small, at + 1, size - at);
      small[at] = node;
    }
    size++;
  }

  /** Removes a node that is in the set. */
  public void remove(int node) {
    if (large) {
      int word = node >>> 6;
      bits[word] &= ~(1L << node);
      if (bits[word] == 0) {
        summary[word >>> 6] &= ~(1L << word);
      }
    } else {
      int at = Arrays.binarySearch(small, 0, size, node);
      System.arraycopy(small, at + 1, small, at, size - at - 1);
    }
    size--;
  }

  /** The smallest member that is at least {@code from}, or -1. */
  public int next(int from) {
    return large ? nextBit(from) : nextSmall(from);
  }

  /** The smallest member; -1 when empty. */
  public int first() {
    return large ? nextBit(0) : size == 0 ? -1 : small[0];
  }

  private int nextSmall(int from) {
    int at = Arrays.binarySearch(small, 0, size, from);
    at = at < 0 ? -(at + 1) : at;
    return at < size ? small[at] : -1;
  }

  private int nextBit(int from) {
    int word = from >>> 6;
    if (word >= bits.length) {
      return -1;
    }
    long rest = bits[word] & -1L << from;
    if (rest != 0) {
      return (word << 6) + Long.numberOfTrailingZeros(rest);
    }
    int next = word + 1;
    int block = next >>> 6;
    if (block >= summary.length) {
      return -1;
    }
    long words = summary[block] & -1L << next;
    while (words == 0) {
      if (++block >= summary.length) {
        return -1;
      }
      words = summary[block];
    }
    int found = (block << 6) + Long.numberOfTrailingZeros(words);
    return (found << 6) + Long.numberOfTrailingZeros(bits[found]);
  }

  private void grow() {
    large = true;
    int[] members = Arrays.copyOf(small, size);
    small = new int[0];
    for (int node : members) {
      set(node);
    }
  }

  private void set(int node) {
    int word = node >>> 6;
    if (word >= bits.length) {
      bits = Arrays.copyOf(bits, Math.max(word + 1, bits.length * 3 / 2));
      summary = Arrays.copyOf(summary, (bits.length >>> 6) + 1);
    }
    bits[word] |= 1L << node;
    summary[word >>> 6] |= 1L << word;
  }
}
