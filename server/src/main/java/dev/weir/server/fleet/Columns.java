package dev.weir.server.fleet;

import dev.weir.api.wire.DeviceMap;
import dev.weir.engine.ledger.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the columns of a device map. */
final class Columns {
  private static final int UNHEALTHY = 1;
  private static final int CLOSED = 2;
  private static final int HELD = 4;

  private final List<String> nodes = new ArrayList<>();
  private final Map<String, Integer> models = new LinkedHashMap<>();
  private final Map<String, Integer> names = new LinkedHashMap<>();
  private final List<Integer> domains = new ArrayList<>();
  private final int[] first;
  private final int[] model;
  private final int[] used;
  private final StringBuilder flags = new StringBuilder();
  private int devices;

  Columns(int deviceCount, int nodeCount) {
    first = new int[nodeCount + 1];
    model = new int[deviceCount];
    used = new int[deviceCount];
  }

  void add(Node node, int levels) {
    first[nodes.size()] = devices;
    nodes.add(node.id().value());
    for (int level = 0; level < levels; level++) {
      domains.add(names.computeIfAbsent(node.domainAt(level).name, _ -> names.size()));
    }
    int closed = node.usable() ? 0 : CLOSED;
    for (int d = 0; d < node.deviceCount(); d++) {
      model[devices] = models.computeIfAbsent(node.device(d).model().name(), _ -> models.size());
      used[devices] = node.usedMilli(d);
      int unhealthy = (node.healthyDevices() >>> d & 1) == 0 ? UNHEALTHY : 0;
      flags.append(unhealthy + closed + (used[devices] > 0 ? HELD : 0));
      devices++;
    }
    first[nodes.size()] = devices;
  }

  DeviceMap map(long sequence, List<String> levels) {
    return new DeviceMap(
        sequence,
        nodes,
        List.copyOf(models.keySet()),
        first,
        model,
        used,
        flags.toString(),
        levels,
        List.copyOf(names.keySet()),
        domains.stream().mapToInt(Integer::intValue).toArray());
  }
}
