package dev.weir.server.fleet;

import dev.weir.api.wire.DeviceMap;
import dev.weir.api.wire.DeviceView;
import dev.weir.api.wire.NodeView;
import dev.weir.api.wire.Page;
import dev.weir.control.Driver;
import dev.weir.engine.Engine;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Level;
import dev.weir.engine.ledger.Node;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import dev.weir.server.problem.Refusal;
import dev.weir.server.runtime.DeviceDrain;
import dev.weir.server.runtime.ServerRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Nodes and devices as the engine knows them at this moment. */
public final class FleetReads {
  private final ServerRuntime runtime;
  private final FleetReasons reasons;

  public FleetReads(ServerRuntime runtime, FleetReasons reasons) {
    this.runtime = runtime;
    this.reasons = reasons;
  }

  /**
   * Nodes by name.
   *
   * @param after the name before the page
   * @param sees queues whose jobs may be named
   */
  public Page<NodeView> nodes(Optional<String> after, int limit, Predicate<String> sees) {
    return runtime.ask(
        engine -> {
          List<Node> page = page(engine, after, limit + 1);
          List<NodeView> views =
              page.stream().limit(limit).map(n -> node(engine, n, sees)).toList();
          return new Page<>(
              views, page.size() > limit ? Optional.of(views.getLast().name()) : Optional.empty());
        });
  }

  private static List<Node> page(Engine engine, Optional<String> after, int limit) {
    return present(engine).stream()
        .filter(n -> after.filter(a -> n.id().value().compareTo(a) <= 0).isEmpty())
        .sorted((a, b) -> a.id().compareTo(b.id()))
        .limit(limit)
        .toList();
  }

  /** The engine remembers nodes that left. */
  private static List<Node> present(Engine engine) {
    var fleet = engine.state().fleet;
    return fleet.nodes().stream().filter(n -> fleet.find(n.id()) == n).toList();
  }

  /** One node. */
  public NodeView node(String name, Predicate<String> sees) {
    return runtime
        .ask(engine -> Optional.ofNullable(find(engine, name)).map(n -> node(engine, n, sees)))
        .orElseThrow(() -> Refusal.notFound("node", name));
  }

  private static @Nullable Node find(Engine engine, String name) {
    return name.isBlank() ? null : engine.state().fleet.find(new NodeId(name));
  }

  private NodeView node(Engine engine, Node node, Predicate<String> sees) {
    Map<String, Integer> models = new LinkedHashMap<>();
    long used = 0;
    for (int d = 0; d < node.deviceCount(); d++) {
      models.merge(node.device(d).model().name(), 1, Integer::sum);
      used += node.usedMilli(d);
    }
    return new NodeView(
        node.id().value(),
        node.spec().uid(),
        node.spec().domain().value(),
        node.health().name(),
        reasons.ofNode(runtime.reasons(), node.id()),
        engine.state().claims.window(NodeCommands.drainOf(node.id())).isPresent(),
        node.spec().cpu().milli() / 1000.0,
        (node.spec().cpu().milli() - node.cpuFree()) / 1000.0,
        node.spec().memory().value(),
        node.spec().memory().value() - node.memoryFree(),
        node.spec().maxTasks() - node.tasksFree(),
        node.spec().maxTasks(),
        node.deviceCount(),
        used / 1000.0,
        models,
        node.spec().labels(),
        node.spec().taints().stream()
            .map(t -> t.key() + "=" + t.value() + ":" + t.effect())
            .toList(),
        jobs(engine, node, -1, sees));
  }

  /** Jobs on a node, or on one device of it. */
  private static List<String> jobs(Engine engine, Node node, int device, Predicate<String> sees) {
    List<String> jobs = new ArrayList<>();
    for (Holding holding : node.tenants()) {
      boolean there =
          device < 0
              || holding.places.stream()
                  .anyMatch(p -> p.node() == node && (p.devices().mask() >>> device & 1) != 0);
      String queue = engine.state().jobs.get(holding.job).spec.queue().value();
      if (there && sees.test(queue)) {
        jobs.add(holding.job.toString());
      }
    }
    return jobs.stream().distinct().toList();
  }

  /** Devices by node and number; pages break between nodes. */
  public Page<DeviceView> devices(Optional<String> after, int limit, Predicate<String> sees) {
    Map<DomainId, Driver> drivers = runtime.drivers();
    Map<String, DeviceView.Sample> samples =
        DeviceSamples.newest(runtime.store().telemetry()::latest);
    return runtime.ask(
        engine -> {
          List<DeviceView> views = new ArrayList<>();
          List<Node> page = page(engine, after, limit + 1);
          for (Node node : page) {
            if (views.size() >= limit) {
              return new Page<>(views, Optional.of(views.getLast().node()));
            }
            for (int d = 0; d < node.deviceCount(); d++) {
              views.add(device(engine, node, d, drivers, samples, sees));
            }
          }
          return new Page<>(
              views,
              page.size() > limit ? Optional.of(page.getLast().id().value()) : Optional.empty());
        });
  }

  private DeviceView device(
      Engine engine,
      Node node,
      int d,
      Map<DomainId, Driver> drivers,
      Map<String, DeviceView.Sample> samples,
      Predicate<String> sees) {
    var spec = node.device(d);
    Driver driver = drivers.get(node.spec().domain());
    return new DeviceView(
        node.id().value(),
        d,
        spec.model().name(),
        spec.model().vendor(),
        spec.model().memory().value(),
        spec.uuid().isEmpty() ? Optional.empty() : Optional.of(spec.uuid()),
        (node.healthyDevices() >>> d & 1) != 0,
        reasons.ofDevice(runtime.reasons(), node.id(), d),
        engine.state().claims.window(DeviceDrain.reservation(node.id(), d)).isPresent(),
        mode(node, d),
        node.usedMilli(d) / 1000.0,
        jobs(engine, node, d, sees),
        driver == null ? "NONE" : driver.capabilities().fractions().name(),
        Optional.ofNullable(samples.get(node.id().value() + "/" + d)));
  }

  /** One device. */
  public DeviceView device(String name, int number, Predicate<String> sees) {
    Map<DomainId, Driver> drivers = runtime.drivers();
    Map<String, DeviceView.Sample> samples =
        DeviceSamples.newest(runtime.store().telemetry()::latest);
    return runtime
        .ask(
            engine ->
                Optional.ofNullable(find(engine, name))
                    .filter(n -> number >= 0 && number < n.deviceCount())
                    .map(n -> device(engine, n, number, drivers, samples, sees)))
        .orElseThrow(() -> Refusal.notFound("device", name + "/" + number));
  }

  private static String mode(Node node, int d) {
    if (node.heldWhole(d)) {
      return "WHOLE";
    }
    if (node.usedSlices(d) != 0) {
      return "MIG";
    }
    return node.usedMilli(d) > 0 ? "SHARED" : "FREE";
  }

  /** All devices in columns. */
  public DeviceMap map() {
    return runtime.ask(engine -> map(engine));
  }

  private DeviceMap map(Engine engine) {
    List<Node> nodes = present(engine);
    Columns columns = new Columns(nodes.stream().mapToInt(Node::deviceCount).sum(), nodes.size());
    List<Level> levels =
        engine.state().fleet.levels().stream()
            .filter(l -> !l.name.equals(TopologySpec.NODE))
            .toList();
    for (Node node : nodes) {
      columns.add(node, levels.size());
    }
    return columns.map(runtime.feed().newest(), levels.stream().map(l -> l.name).toList());
  }
}
