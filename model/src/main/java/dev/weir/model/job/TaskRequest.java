package dev.weir.model.job;

import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one task asks for.
 *
 * @param licences counted licences per task, by name
 * @param hostPorts ports that no other task of the node may hold
 */
public record TaskRequest(
    Cpu cpu,
    Bytes memory,
    DeviceRequest devices,
    Map<String, Integer> licences,
    Set<Integer> hostPorts,
    NodeFilter where) {
  public TaskRequest {
    licences = java.util.Collections.unmodifiableMap(new TreeMap<>(licences));
    hostPorts = Collections.unmodifiableSet(new TreeSet<>(hostPorts));
  }

  public static TaskRequest of(Cpu cpu, Bytes memory, DeviceRequest devices) {
    return new TaskRequest(cpu, memory, devices, Map.of(), Set.of(), NodeFilter.NONE);
  }

  public TaskRequest withWhere(NodeFilter filter) {
    return new TaskRequest(cpu, memory, devices, licences, hostPorts, filter);
  }
}
