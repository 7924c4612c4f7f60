package dev.weir.simulator.world;

import dev.weir.model.allocation.TaskPlacement;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * When nodes and devices break. Many equal Poisson processes are one of their summed rate with a
 * uniform choice of the victim, so that only one future fault of each kind is kept. One that is
 * drawn for a victim that is broken already is spent, which keeps the times independent of repairs
 * and of all decisions.
 */
final class FaultProcess {
  private final Failures failures;
  private final NodeTable nodes;
  private final SplittableRandom nodeRandom;
  private final SplittableRandom deviceRandom;
  private final int nodeCount;
  private final int deviceCount;
  private final int[] firstDevice;
  private long nextNode = Long.MAX_VALUE;
  private long nextDevice = Long.MAX_VALUE;
  private final BitSet brokenNodes = new BitSet();
  private final Map<Integer, Long> brokenDevices = new HashMap<>();

  /**
   * @param node position in the table
   * @param device position on the node; -1 = the node itself
   */
  record Fault(int node, int device) {
    boolean wholeNode() {
      return device < 0;
    }
  }

  FaultProcess(Failures failures, NodeTable nodes, long seed, long now) {
    this.failures = failures;
    this.nodes = nodes;
    SplittableRandom random = new SplittableRandom(seed);
    nodeRandom = random.split();
    deviceRandom = random.split();
    nodeCount = nodes.size();
    firstDevice = new int[nodeCount + 1];
    for (int i = 0; i < nodeCount; i++) {
      firstDevice[i + 1] = firstDevice[i] + nodes.spec(i).devices().size();
    }
    deviceCount = firstDevice[nodeCount];
    nextNode = after(now, failures.nodeMtbf(), nodeCount, nodeRandom);
    nextDevice = after(now, failures.deviceMtbf(), deviceCount, deviceRandom);
  }

  private static long after(long now, Duration mtbf, int things, SplittableRandom random) {
    if (mtbf.isZero() || things == 0) {
      return Long.MAX_VALUE;
    }
    double gap = -Math.log(1 - random.nextDouble()) * mtbf.toMillis() / things;
    return now + Math.max(1, Math.round(gap));
  }

  long nextTime() {
    return Math.min(nextNode, nextDevice);
  }

  /** Draws the next fault and the time of the one after. */
  Fault next() {
    if (nextNode <= nextDevice) {
      Fault fault = new Fault(nodeRandom.nextInt(nodeCount), -1);
      nextNode = after(nextNode, failures.nodeMtbf(), nodeCount, nodeRandom);
      return fault;
    }
    int device = deviceRandom.nextInt(deviceCount);
    nextDevice = after(nextDevice, failures.deviceMtbf(), deviceCount, deviceRandom);
    int at = java.util.Arrays.binarySearch(firstDevice, device);
    int node = at >= 0 ? lastWith(at, device) : -at - 2;
    return new Fault(node, device - firstDevice[node]);
  }

  /** Nodes without devices share their first device's number with the node behind them. */
  private int lastWith(int at, int device) {
    int node = at;
    while (firstDevice[node + 1] == device) {
      node++;
    }
    return node;
  }

  long repairMillis(Fault fault) {
    return (fault.wholeNode() ? failures.nodeRepair() : failures.deviceRepair()).toMillis();
  }

  /** Sets the state of a node or device; false when it is so already. */
  boolean set(Fault fault, boolean broken) {
    if (fault.wholeNode()) {
      boolean changes = brokenNodes.get(fault.node()) != broken;
      brokenNodes.set(fault.node(), broken);
      return changes;
    }
    long mask = brokenDevices.getOrDefault(fault.node(), 0L);
    long bit = 1L << fault.device();
    brokenDevices.put(fault.node(), broken ? mask | bit : mask & ~bit);
    return (mask & bit) != 0 != broken;
  }

  /** The first node or device of these tasks that is broken, in words; empty = none. */
  String firstBroken(List<TaskPlacement> tasks) {
    if (brokenNodes.isEmpty() && brokenDevices.isEmpty()) {
      return "";
    }
    for (TaskPlacement task : tasks) {
      int node = nodes.position(task.node());
      if (brokenNodes.get(node)) {
        return "node " + task.node();
      }
      if ((brokenDevices.getOrDefault(node, 0L) & task.devices().mask()) != 0) {
        return "a device of node " + task.node();
      }
    }
    return "";
  }
}
