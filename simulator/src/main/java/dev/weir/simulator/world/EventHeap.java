package dev.weir.simulator.world;

import java.util.Arrays;

/**
 * What will happen in the world, by time and then in the order of entry. A 4-ary heap in primitive
 * arrays: a million pending events cost 24 MB and no object. What no longer holds is not removed;
 * its generation is out of date when it comes up.
 */
final class EventHeap {
  private long[] times = new long[64];
  private long[] orders = new long[64];
  private long[] payloads = new long[64];
  private int size;
  private long entries;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  long firstTime() {
    return times[0];
  }

  long firstPayload() {
    return payloads[0];
  }

  void add(long time, long payload) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      orders = Arrays.copyOf(orders, size * 2);
      payloads = Arrays.copyOf(payloads, size * 2);
    }
    int i = size++;
    long order = entries++;
    while (i > 0) {
      int parent = (i - 1) >> 2;
      if (before(parent, time, order)) {
        break;
      }
      move(parent, i);
      i = parent;
    }
    set(i, time, order, payload);
  }

  void removeFirst() {
    int last = --size;
    long time = times[last];
    long order = orders[last];
    long payload = payloads[last];
    int i = 0;
    while (true) {
      int child = leastChild(i);
      if (child < 0 || !before(child, time, order)) {
        break;
      }
      move(child, i);
      i = child;
    }
    set(i, time, order, payload);
  }

  private int leastChild(int i) {
    int first = 4 * i + 1;
    if (first >= size) {
      return -1;
    }
    int least = first;
    for (int c = first + 1; c < Math.min(first + 4, size); c++) {
      if (before(c, times[least], orders[least])) {
        least = c;
      }
    }
    return least;
  }

  private boolean before(int i, long time, long order) {
    return times[i] < time || (times[i] == time && orders[i] < order);
  }

  private void move(int from, int to) {
    set(to, times[from], orders[from], payloads[from]);
  }

  private void set(int i, long time, long order, long payload) {
    times[i] = time;
    orders[i] = order;
    payloads[i] = payload;
  }
}
