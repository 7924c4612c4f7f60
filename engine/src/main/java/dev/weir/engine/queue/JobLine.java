package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waiting jobs in the policy's order, as a list of short sorted blocks. The numbers that order them
 * lie beside each other, so that a search among a million jobs touches a few cache lines and no
 * job; that is why this is not a TreeSet. Search: two binary searches. Change: a move within one
 * block.
 */
final class JobLine {
  private static final int MOST = 256;

  private final List<Block> blocks = new ArrayList<>(1);
  private int size;

  /** Sorted jobs, never empty while in the line. */
  private static final class Block {
    int size;
    int[] priorities;
    double[] keys;
    long[] sequences;
    @Nullable Job[] jobs;

    Block(int capacity) {
      priorities = new int[capacity];
      keys = new double[capacity];
      sequences = new long[capacity];
      jobs = new Job[capacity];
    }

    /** The first position whose job is not before the given one; {@code size} = all are before. */
    int from(int priority, double key, long sequence) {
      int low = 0;
      int high = size;
      while (low < high) {
        int mid = (low + high) >>> 1;
        if (compare(priorities[mid], keys[mid], sequences[mid], priority, key, sequence) < 0) {
          low = mid + 1;
        } else {
          high = mid;
        }
      }
      return low;
    }

    Job job(int position) {
      Job job = jobs[position];
      if (job == null) {
        throw new IllegalStateException("position " + position + " of " + size + " is empty");
      }
      return job;
    }

    void insert(int at, Job job) {
      if (size == jobs.length) {
        grow(Math.min(MOST, size * 2));
      }
      move(this, at, this, at + 1, size - at);
      priorities[at] = job.orderPriority;
      keys[at] = job.orderKey;
      sequences[at] = job.sequence;
      jobs[at] = job;
      size++;
    }

    void remove(int at) {
      move(this, at + 1, this, at, size - at - 1);
      size--;
      jobs[size] = null;
    }

    private void grow(int capacity) {
      priorities = Arrays.copyOf(priorities, capacity);
      keys = Arrays.copyOf(keys, capacity);
      sequences = Arrays.copyOf(sequences, capacity);
      jobs = Arrays.copyOf(jobs, capacity);
    }

    static void move(Block a, int from, Block b, int to, int count) {
      System.arraycopy(a.priorities, from, b.priorities, to, count);
      System.arraycopy(a.keys, from, b.keys, to, count);
      System.arraycopy(a.sequences, from, b.sequences, to, count);
      System.arraycopy(a.jobs, from, b.jobs, to, count);
    }

    /** The upper part in a block of its own; most of it when jobs come in at the end. */
    Block split(boolean atEnd) {
      int keep = atEnd ? size - 1 : size / 2;
      Block upper = new Block(MOST);
      move(this, keep, upper, 0, size - keep);
      upper.size = size - keep;
      Arrays.fill(jobs, keep, size, null);
      size = keep;
      return upper;
    }
  }

  /** Higher priority first, then the smaller key, then the earlier submission. */
  static int compare(int p1, double k1, long s1, int p2, double k2, long s2) {
    int c = Integer.compare(p2, p1);
    c = c != 0 ? c : Double.compare(k1, k2);
    return c != 0 ? c : Long.compare(s1, s2);
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The first job; null = there is none. */
  @Nullable Job first() {
    return size == 0 ? null : blocks.getFirst().job(0);
  }

  boolean contains(Job job) {
    int b = block(job);
    if (b == blocks.size()) {
      return false;
    }
    Block block = blocks.get(b);
    int at = block.from(job.orderPriority, job.orderKey, job.sequence);
    return at < block.size && block.jobs[at] == job;
  }

  /** Takes a job in; false when it is there already. */
  boolean add(Job job) {
    int b = block(job);
    if (b == blocks.size()) {
      if (b == 0) {
        blocks.add(new Block(2));
      } else {
        b--; // after all others: the end of the last block
      }
    }
    Block block = blocks.get(b);
    int at = block.from(job.orderPriority, job.orderKey, job.sequence);
    if (at < block.size && block.jobs[at] == job) {
      return false;
    }
    if (block.size == MOST) {
      boolean atEnd = at == block.size && b == blocks.size() - 1;
      blocks.add(b + 1, block.split(atEnd));
      if (at > block.size || (at == block.size && atEnd)) {
        at -= block.size;
        block = blocks.get(b + 1);
      }
    }
    block.insert(at, job);
    size++;
    return true;
  }

  /** Lets a job go; false when it is not there. */
  boolean remove(Job job) {
    int b = block(job);
    if (b == blocks.size()) {
      return false;
    }
    Block block = blocks.get(b);
    int at = block.from(job.orderPriority, job.orderKey, job.sequence);
    if (at == block.size || block.jobs[at] != job) {
      return false;
    }
    block.remove(at);
    size--;
    if (block.size == 0) {
      blocks.remove(b);
    }
    return true;
  }

  /** The job after the given place; null = none. */
  @Nullable Job after(int priority, double key, long sequence) {
    int b = block(priority, key, sequence);
    if (b == blocks.size()) {
      return null;
    }
    Block block = blocks.get(b);
    int at = block.from(priority, key, sequence);
    if (block.sequences[at] == sequence) {
      at++;
    }
    if (at < block.size) {
      return block.job(at);
    }
    return b + 1 < blocks.size() ? blocks.get(b + 1).job(0) : null;
  }

  void forEach(Consumer<Job> action) {
    for (Block b : blocks) {
      for (int i = 0; i < b.size; i++) {
        action.accept(b.job(i));
      }
    }
  }

  private int block(Job job) {
    return block(job.orderPriority, job.orderKey, job.sequence);
  }

  /** The first block whose last job is not before the place; their number = all are before. */
  private int block(int priority, double key, long sequence) {
    int low = 0;
    int high = blocks.size();
    while (low < high) {
      int mid = (low + high) >>> 1;
      Block b = blocks.get(mid);
      int last = b.size - 1;
      if (compare(b.priorities[last], b.keys[last], b.sequences[last], priority, key, sequence)
          < 0) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }
}
