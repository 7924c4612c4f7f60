package dev.weir.simulator.fuzz;

import dev.weir.model.event.Event;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.MigTable;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.Resource;
import dev.weir.model.fleet.Taint;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Fleets and tenants as random as they get in practice: mixed, small, crooked. */
final class RandomFleet {
  static final DeviceModel BIG = new DeviceModel("big", "acme", Bytes.ofGib(80), 3_000, 90, mig());
  static final DeviceModel MID =
      new DeviceModel("mid", "acme", Bytes.ofGib(40), 1_500, 80, Optional.empty());
  static final DeviceModel SMALL =
      new DeviceModel("small", "other", Bytes.ofGib(16), 600, 0, Optional.empty());

  private final Random random;

  RandomFleet(Random random) {
    this.random = random;
  }

  /** The geometry of the seven-slice family. */
  private static Optional<MigTable> mig() {
    return Optional.of(
        new MigTable(
            7,
            8,
            List.of(
                new MigProfile("1g", 1, 1, Bytes.ofGib(10), List.of(0, 1, 2, 3, 4, 5, 6), 7),
                new MigProfile("2g", 2, 2, Bytes.ofGib(20), List.of(0, 2, 4), 3),
                new MigProfile("3g", 3, 4, Bytes.ofGib(40), List.of(0, 4), 2),
                new MigProfile("7g", 7, 8, Bytes.ofGib(80), List.of(0), 1)),
            true));
  }

  /** Topology, queues, licences, then the nodes. */
  List<Event> events() {
    List<Event> events = new ArrayList<>();
    int levels = random.nextInt(3);
    List<TopologySpec.Level> named = new ArrayList<>();
    for (int l = 0; l < levels; l++) {
      named.add(new TopologySpec.Level("level" + l, "topology/level" + l));
    }
    events.add(new Event.TopologyConfigured(new TopologySpec(named)));
    int nodes = 2 + random.nextInt(9);
    List<NodeSpec> specs = new ArrayList<>();
    for (int n = 0; n < nodes; n++) {
      specs.add(node(n, 1, levels));
    }
    events.add(new Event.QueuesConfigured(queues(specs)));
    events.add(new Event.LicencesConfigured(Map.of("solver", 1 + random.nextInt(4))));
    specs.forEach(s -> events.add(new Event.NodeJoined(s)));
    return events;
  }

  /** A node; another uid is another host of the same name. */
  NodeSpec node(int number, int uid, int levels) {
    DeviceModel model = random.nextInt(3) == 0 ? MID : random.nextInt(4) == 0 ? SMALL : BIG;
    int devices = new int[] {0, 1, 2, 4, 8}[random.nextInt(5)];
    Map<String, String> labels = new TreeMap<>();
    for (int l = 0; l < levels; l++) {
      labels.put("topology/level" + l, "d" + number / (l == 0 ? 4 : 2));
    }
    labels.put("disk", random.nextBoolean() ? "fast" : "slow");
    List<Taint> taints =
        random.nextInt(6) == 0
            ? List.of(new Taint("burst", "yes", Taint.Effect.NO_SCHEDULE))
            : List.of();
    return new NodeSpec(
        new NodeId("n" + number),
        "u" + uid,
        new DomainId("fuzz"),
        Cpu.ofCores(8L + 8L * random.nextInt(8)),
        Bytes.ofGib(64L + 64L * random.nextInt(8)),
        1 + random.nextInt(12),
        Collections.nCopies(devices, device(model)),
        labels,
        taints,
        random.nextInt(4) != 0);
  }

  private DeviceSpec device(DeviceModel model) {
    if (model.mig().isPresent() && random.nextInt(3) == 0) {
      return DeviceSpec.mig(model);
    }
    return new DeviceSpec(model, random.nextInt(4) != 0, MigMode.OFF, List.of(), "");
  }

  /** One or two levels of queues; guarantees never exceed the fleet. */
  private List<QueueSpec> queues(List<NodeSpec> nodes) {
    long devices = nodes.stream().mapToLong(n -> n.devices().size()).sum() * 1000;
    List<QueueSpec> all = new ArrayList<>();
    int tops = 1 + random.nextInt(3);
    long each = devices / (2L * tops);
    for (int t = 0; t < tops; t++) {
      QueueId top = new QueueId("t" + t);
      boolean split = random.nextBoolean();
      all.add(queue(top, Optional.empty(), split ? 0 : each));
      for (int q = 0; split && q < 2; q++) {
        all.add(queue(new QueueId("t" + t + "/q" + q), Optional.of(top), each / 2));
      }
    }
    return all;
  }

  private QueueSpec queue(QueueId id, Optional<QueueId> parent, long share) {
    Map<String, Long> guaranteed = new TreeMap<>();
    Map<String, Long> limit = new TreeMap<>();
    if (share > 0 && random.nextInt(2) == 0) {
      guaranteed.put(Resource.DEVICES, share);
    }
    if (parent.isPresent() && random.nextInt(3) == 0) {
      limit.put(Resource.DEVICES, Math.max(share, 1000) * (1 + random.nextInt(3)));
    }
    return new QueueSpec(
        id, parent, guaranteed, limit, 1 + random.nextInt(3), random.nextInt(2) * 3600L);
  }
}
