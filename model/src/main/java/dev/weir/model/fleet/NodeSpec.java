package dev.weir.model.fleet;

import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A host as its domain reports it.
 *
 * @param uid the world's identity of this host; a node that returns under the same name with
 *     another uid is another node
 * @param maxTasks most tasks at one time (the pods limit of Kubernetes)
 * @param devices at most 64
 * @param labels includes the labels that the topology's levels read
 * @param deviceIdentity false where the world itself picks the device: then the ledger books a
 *     count and claims no identity
 */
public record NodeSpec(
    NodeId id,
    String uid,
    DomainId domain,
    Cpu cpu,
    Bytes memory,
    int maxTasks,
    List<DeviceSpec> devices,
    Map<String, String> labels,
    List<Taint> taints,
    boolean deviceIdentity) {
  /** Most devices of one node. */
  public static final int MAX_DEVICES = 64;

  public NodeSpec {
    devices = List.copyOf(devices);
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    taints = List.copyOf(taints);
    if (devices.size() > MAX_DEVICES) {
      throw new IllegalArgumentException(
          "node %s has %d devices; at most %d".formatted(id, devices.size(), MAX_DEVICES));
    }
    if (maxTasks < 0) {
      throw new IllegalArgumentException("node " + id + " has a negative limit of tasks");
    }
  }
}
