package dev.weir.api.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node.
 *
 * @param health {@code READY}, {@code NOT_READY}, {@code CORDONED}, {@code FAILED}
 * @param reason of its health
 * @param draining nobody's jobs may run there any more; those that run are moved
 * @param jobs that hold room there
 */
public record NodeView(
    String name,
    String uid,
    String domain,
    String health,
    Optional<String> reason,
    boolean draining,
    double cpu,
    double cpuUsed,
    long memoryBytes,
    long memoryUsedBytes,
    int tasks,
    int maxTasks,
    int devices,
    double devicesUsed,
    Map<String, Integer> models,
    Map<String, String> labels,
    List<String> taints,
    List<String> jobs) {
  public NodeView {
    models = Collections.unmodifiableMap(new LinkedHashMap<>(models));
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    taints = List.copyOf(taints);
    jobs = List.copyOf(jobs);
  }
}
