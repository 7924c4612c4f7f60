package dev.weir.testkit;

import dev.weir.model.event.Event;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.Taint;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Equal nodes for tests: {@code Nodes.of("n", 4).devices(8, A100).build()} gives n0 to n3. Without
 * further words: 128 cores, 1 TiB, 256 tasks, no device, domain {@value #DOMAIN}.
 */
public final class Nodes {
  /** The domain of all test nodes unless another is named. */
  public static final String DOMAIN = "test";

  private final String prefix;
  private final int count;
  private final List<DeviceSpec> devices = new ArrayList<>();
  private final List<Taint> taints = new ArrayList<>();
  private final List<Map<String, String>> labels = new ArrayList<>();
  private DomainId domain = new DomainId(DOMAIN);
  private Cpu cpu = Cpu.ofCores(128);
  private Bytes memory = Bytes.ofGib(1024);
  private int maxTasks = 256;
  private boolean deviceIdentity = true;

  private Nodes(String prefix, int count) {
    this.prefix = prefix;
    this.count = count;
    for (int i = 0; i < count; i++) {
      labels.add(new TreeMap<>());
    }
  }

  public static Nodes of(String prefix, int count) {
    return new Nodes(prefix, count);
  }

  /** Adds devices of a model, usable whole or by fractions. */
  public Nodes devices(int number, DeviceModel model) {
    return devices(number, DeviceSpec.of(model));
  }

  public Nodes devices(int number, DeviceSpec device) {
    for (int i = 0; i < number; i++) {
      devices.add(device);
    }
    return this;
  }

  public Nodes cpu(long cores) {
    cpu = Cpu.ofCores(cores);
    return this;
  }

  public Nodes memoryGib(long gib) {
    memory = Bytes.ofGib(gib);
    return this;
  }

  public Nodes maxTasks(int most) {
    maxTasks = most;
    return this;
  }

  public Nodes domain(String name) {
    domain = new DomainId(name);
    return this;
  }

  public Nodes label(String key, String value) {
    labels.forEach(l -> l.put(key, value));
    return this;
  }

  /** Labels each run of {@code size} nodes with {@code key} = key0, key1, ... */
  public Nodes groupsOf(int size, String key) {
    for (int i = 0; i < count; i++) {
      labels.get(i).put(key, key + i / size);
    }
    return this;
  }

  public Nodes taint(String key, String value, Taint.Effect effect) {
    taints.add(new Taint(key, value, effect));
    return this;
  }

  /** The world picks the device. */
  public Nodes withoutDeviceIdentity() {
    deviceIdentity = false;
    return this;
  }

  public List<NodeSpec> build() {
    List<NodeSpec> nodes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = prefix + i;
      nodes.add(
          new NodeSpec(
              new NodeId(name),
              name + "-uid",
              domain,
              cpu,
              memory,
              maxTasks,
              devices,
              labels.get(i),
              taints,
              deviceIdentity));
    }
    return nodes;
  }

  /** The nodes as the facts that they joined. */
  public List<Event> joined() {
    return build().stream().<Event>map(Event.NodeJoined::new).toList();
  }
}
