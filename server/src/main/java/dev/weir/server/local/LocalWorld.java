package dev.weir.server.local;

import dev.weir.control.Clock;
import dev.weir.control.Driver;
import dev.weir.driver.local.LocalConfig;
import dev.weir.driver.local.LocalDriver;
import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.discovery.Discovery;
import dev.weir.driver.local.isolation.IsolationReport;
import dev.weir.driver.local.isolation.IsolationWish;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.problem.Problem;
import dev.weir.server.health.ForcedEnds;
import dev.weir.server.health.HealthDesk;
import dev.weir.server.health.HealthWatch;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.server.runtime.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** This machine, driven by the local driver. */
public final class LocalWorld implements World {
  /** Name of the domain of the first server. */
  private static final String FIRST = "local";

  private final Path data;
  private final String serverId;
  private final DevicesWish devices;
  private final IsolationWish isolation;
  private final List<Path> pythonPath;
  private volatile @Nullable LocalDriver driver;
  private volatile List<String> warnings = List.of();
  private volatile List<FoundDevice> telemetryDevices = List.of();
  private volatile @Nullable NodeSpec served;

  /**
   * @param data the server's data folder
   * @param pythonPath what every task can import
   */
  public LocalWorld(
      Path data,
      String serverId,
      DevicesWish devices,
      IsolationWish isolation,
      List<Path> pythonPath) {
    this.data = data;
    this.serverId = serverId;
    this.devices = devices;
    this.isolation = isolation;
    this.pythonPath = List.copyOf(pythonPath);
  }

  @Override
  public Driver open(
      DomainId domain, Function<JobId, Optional<JobSpec>> specs, BooleanSupplier mayAct) {
    Discovery.Found found =
        Discovery.ofThisMachine()
            .look(
                domain,
                devices.slots().isPresent()
                    ? Discovery.Wish.DEFAULT.withCpuSlots(devices.slots().getAsInt())
                    : Discovery.Wish.DEFAULT);
    LocalConfig config =
        LocalConfig.of(data, node(domain, found.node()))
            .withIsolation(isolation)
            .withPythonPath(pythonPath);
    try {
      LocalDriver opened = new LocalDriver(config, Clock.SYSTEM, specs, mayAct);
      driver = opened;
      telemetryDevices = found.devices();
      served = config.node();
      warnings = found.warnings().stream().map(Problem::render).toList();
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException("this machine cannot be driven", e);
    }
  }

  /** A second server of the same machine is another node, because each drives its own processes. */
  private NodeSpec node(DomainId domain, NodeSpec found) {
    String other = domain.value().substring(Math.min(FIRST.length(), domain.value().length()));
    return other.isEmpty()
        ? found
        : new NodeSpec(
            new NodeId(found.id().value() + other),
            found.uid() + "/" + serverId,
            found.domain(),
            found.cpu(),
            found.memory(),
            found.maxTasks(),
            found.devices(),
            found.labels(),
            found.taints(),
            found.deviceIdentity());
  }

  /**
   * What measures it; empty while this server does not drive it.
   *
   * @param keepRuns how long what starts left behind is kept; 0 = for ever
   */
  public Optional<LocalTelemetry> telemetry(
      ServerRuntime runtime, HealthDesk desk, ForcedEnds ends, Duration keepRuns) {
    NodeSpec node = served;
    return node == null
        ? Optional.empty()
        : Optional.of(
            new LocalTelemetry(
                runtime,
                node.domain(),
                node.id().value(),
                data.resolve("local"),
                runtime.store().telemetry(),
                telemetryDevices,
                HealthWatch.ofThisMachine(
                    runtime, desk, node.id(), telemetryDevices, ends, this::warn),
                keepRuns));
  }

  private void warn(String what) {
    List<String> all = new ArrayList<>(warnings);
    all.add(what);
    warnings = List.copyOf(all);
  }

  @Override
  public List<NodeSpec> nodes() {
    NodeSpec node = served;
    return node == null ? List.of() : List.of(node);
  }

  @Override
  public String isolation() {
    LocalDriver opened = driver;
    if (opened == null) {
      return "not driven by this server";
    }
    IsolationReport report = opened.isolation();
    return switch (report.mode()) {
          case PER_TENANT -> "a Unix user for each tenant";
          case SINGLE_TENANT -> "one tenant; a second is refused";
          case NONE -> "none, as was wished";
        }
        + ": "
        + report.reason();
  }

  @Override
  public List<String> warnings() {
    return warnings;
  }
}
