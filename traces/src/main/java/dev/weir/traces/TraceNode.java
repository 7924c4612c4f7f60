package dev.weir.traces;

import java.util.SortedMap;

/**
 * One node of a trace in canonical form. Its devices are of one model.
 *
 * @param node identity inside the trace
 * @param cpuMilli CPU, 1000 = one core
 * @param memoryBytes main memory
 * @param devices accelerators; 0 for a CPU node
 * @param model model of the devices; empty without devices
 * @param labels labels by key
 */
public record TraceNode(
    String node,
    long cpuMilli,
    long memoryBytes,
    int devices,
    String model,
    SortedMap<String, String> labels) {

  /** Refuses what the canonical form forbids. */
  public TraceNode {
    if (node.isEmpty() || cpuMilli < 0 || memoryBytes < 0 || devices < 0) {
      throw new IllegalArgumentException(node + ": a node has an id and no negative amounts");
    }
    if (devices > 0 && model.isEmpty()) {
      throw new IllegalArgumentException(node + ": the devices have no model");
    }
  }
}
