package dev.weir.simulator.world;

import java.util.Arrays;

/** From long ids to positions, in primitive arrays, because there is one entry for each job. */
public final class LongIntMap {
  private static final int EMPTY = -1;

  private long[] keys = new long[16];
  private int[] values = filled(16);
  private int size;

  /** The position, or -1. */
  public int get(long key) {
    int i = slot(key);
    return values[i];
  }

  /** Sets a position of 0 or more. */
  public void put(long key, int value) {
    if (value < 0) {
      throw new IllegalArgumentException("positions are 0 or more: " + value);
    }
    int i = slot(key);
    if (values[i] == EMPTY) {
      keys[i] = key;
      values[i] = value;
      if (++size * 2 > keys.length) {
        grow();
      }
    } else {
      values[i] = value;
    }
  }

  /** Removes a key if it is there; those behind it move up, so that no tombstone remains. */
  public void remove(long key) {
    int mask = keys.length - 1;
    int hole = slot(key);
    if (values[hole] == EMPTY) {
      return;
    }
    size--;
    for (int i = (hole + 1) & mask; values[i] != EMPTY; i = (i + 1) & mask) {
      int home = home(keys[i]);
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        keys[hole] = keys[i];
        values[hole] = values[i];
        hole = i;
      }
    }
    values[hole] = EMPTY;
  }

  public int size() {
    return size;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int i = home(key);
    while (values[i] != EMPTY && keys[i] != key) {
      i = (i + 1) & mask;
    }
    return i;
  }

  /** Fibonacci hashing (Knuth, TAOCP 3, 6.4). */
  private int home(long key) {
    return (int)
        ((key * 0x9E3779B97F4A7C15L) >>> (64 - Integer.numberOfTrailingZeros(keys.length)));
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = filled(oldKeys.length * 2);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != EMPTY) {
        int j = slot(oldKeys[i]);
        keys[j] = oldKeys[i];
        values[j] = oldValues[i];
      }
    }
  }

  private static int[] filled(int length) {
    int[] values = new int[length];
    Arrays.fill(values, EMPTY);
    return values;
  }
}
