package dev.weir.engine.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A domain of the topology: the fleet, a zone, a rack, ... Counts its usable nodes by free whole
 * devices per pool, so that a gang's chances are known without looking at a node.
 */
public final class Domain {
  /** 0 = the fleet, then the configured levels in order. */
  public final int level;

  /** Dense inside the level, in the order of appearance; the tie-break between domains. */
  public final int index;

  public final String name;
  public final @Nullable Domain parent;

  final List<Domain> children = new ArrayList<>();
  final NodeSet members = new NodeSet();

  /** [pool][free whole devices] → usable nodes. */
  private NodeSet[][] byFree = new NodeSet[0][];

  private int[] freeTotal = new int[0];

  Domain(int level, int index, String name, @Nullable Domain parent) {
    this.level = level;
    this.index = index;
    this.name = name;
    this.parent = parent;
  }

  public List<Domain> children() {
    return children;
  }

  /** Usable nodes. */
  public NodeSet members() {
    return members;
  }

  /** Free whole devices of a pool on usable nodes. */
  public int freeTotal(int pool) {
    return pool < freeTotal.length ? freeTotal[pool] : 0;
  }

  /** Usable nodes with exactly {@code free} whole devices of the pool free. */
  public @Nullable NodeSet withFree(int pool, int free) {
    return pool < byFree.length && free < byFree[pool].length ? byFree[pool][free] : null;
  }

  /** Most free whole devices of the pool on one node. */
  public int mostFree(int pool) {
    if (pool >= byFree.length) {
      return 0;
    }
    NodeSet[] sets = byFree[pool];
    for (int f = sets.length - 1; f > 0; f--) {
      if (sets[f] != null && !sets[f].isEmpty()) {
        return f;
      }
    }
    return 0;
  }

  /** Tasks of {@code perTask} whole devices each that the pool's free devices allow. */
  public long tasksByDevices(int pool, int perTask) {
    if (pool >= byFree.length) {
      return 0;
    }
    long tasks = 0;
    NodeSet[] sets = byFree[pool];
    for (int f = perTask; f < sets.length; f++) {
      if (sets[f] != null) {
        tasks += (long) sets[f].size() * (f / perTask);
      }
    }
    return tasks;
  }

  void put(Node node) {
    int[] pools = node.nodeClass.pools;
    for (int i = 0; i < pools.length; i++) {
      int free = node.freeInPool[i];
      set(pools[i], free).add(node.index);
      total(pools[i], free);
    }
  }

  void take(Node node) {
    int[] pools = node.nodeClass.pools;
    for (int i = 0; i < pools.length; i++) {
      int free = node.freeInPool[i];
      set(pools[i], free).remove(node.index);
      total(pools[i], -free);
    }
  }

  void moved(int node, int pool, int before, int after) {
    set(pool, before).remove(node);
    set(pool, after).add(node);
    total(pool, after - before);
  }

  private NodeSet set(int pool, int free) {
    if (pool >= byFree.length) {
      int from = byFree.length;
      byFree = Arrays.copyOf(byFree, pool + 1);
      for (int p = from; p <= pool; p++) {
        byFree[p] = new NodeSet[9];
      }
    }
    if (free >= byFree[pool].length) {
      byFree[pool] = Arrays.copyOf(byFree[pool], free + 1);
    }
    NodeSet found = byFree[pool][free];
    if (found == null) {
      found = new NodeSet();
      byFree[pool][free] = found;
    }
    return found;
  }

  private void total(int pool, int change) {
    if (pool >= freeTotal.length) {
      freeTotal = Arrays.copyOf(freeTotal, pool + 1);
    }
    freeTotal[pool] += change;
  }

  @Override
  public String toString() {
    return name;
  }
}
