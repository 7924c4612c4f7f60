package dev.weir.api.wire;

import java.util.List;

/**
 * All devices of the fleet in columns, for a map of many. Device {@code i} of the fleet is the one
 * at position {@code i} of every column; nodes and models are positions in their lists.
 *
 * @param sequence turn of the journal after which it is true
 * @param nodes names
 * @param models names
 * @param first for each node, position of its first device; one more entry than nodes
 * @param model for each device, position in {@code models}
 * @param used for each device, charged thousandths
 * @param flags for each device, a digit: 1 = unhealthy, 2 = its node takes no task, 4 = held by a
 *     job, added up
 * @param domains for each node, its domains of {@code levels}, wide to narrow, as positions in
 *     {@code names}
 */
public record DeviceMap(
    long sequence,
    List<String> nodes,
    List<String> models,
    int[] first,
    int[] model,
    int[] used,
    String flags,
    List<String> levels,
    List<String> names,
    int[] domains) {
  public DeviceMap {
    nodes = List.copyOf(nodes);
    models = List.copyOf(models);
    levels = List.copyOf(levels);
    names = List.copyOf(names);
  }
}
