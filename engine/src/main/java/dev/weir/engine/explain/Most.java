package dev.weir.engine.explain;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.NodeClass;
import dev.weir.model.fleet.Resource;

/** The resource of which no node has enough, and the most that one node has. */
record Most(String resource, long asked, long most) {
  static Most of(Fleet fleet, Ask ask) {
    long cpu = 0;
    long memory = 0;
    int devices = 0;
    for (NodeClass c : fleet.classes()) {
      if (c.nodes == 0) {
        continue;
      }
      int accepted = (int) c.devices.stream().filter(d -> ask.filter.accepts(d.model())).count();
      devices = Math.max(devices, accepted);
      if (accepted >= ask.count || ask.kind == Ask.Kind.NONE) {
        cpu = Math.max(cpu, c.cpuMilli);
        memory = Math.max(memory, c.memoryBytes);
      }
    }
    if (ask.kind != Ask.Kind.NONE && devices < ask.count) {
      return new Most(name(ask), 1000L * ask.count, 1000L * devices);
    }
    if (ask.cpuMilli > cpu) {
      return new Most(Resource.CPU, ask.cpuMilli, cpu);
    }
    if (ask.memoryBytes > memory) {
      return new Most(Resource.MEMORY, ask.memoryBytes, memory);
    }
    return new Most(name(ask), 1000L * Math.max(1, ask.count), 0);
  }

  private static String name(Ask ask) {
    return ask.filter.models().isEmpty()
        ? Resource.DEVICES
        : Resource.devicesOf(String.join("|", ask.filter.models()));
  }
}
