package dev.weir.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.control.Capabilities;
import dev.weir.control.Driver;
import dev.weir.control.EventSink;
import dev.weir.control.Turn;
import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.inventory.discovery.Tools;
import dev.weir.driver.local.telemetry.Boot;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.server.runtime.RuntimeConfig;
import dev.weir.server.runtime.RuntimeWatch;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.server.runtime.Stopped;
import dev.weir.server.runtime.World;
import dev.weir.store.Store;
import dev.weir.store.StoreConfig;
import dev.weir.store.sql.SqlStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rules did holds over restarts of the server, and goes with the device. */
class HealthRestartTest {
  private static final NodeId NODE = new NodeId("n1");
  private static final Bytes MEMORY = new Bytes(1L << 34);
  private static final Instant STARTED = Instant.now().minusSeconds(7200);

  @TempDir Path data;

  private final List<String> log = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private Boot boot = new Boot("first", STARTED);
  private ServerRuntime runtime;
  private HealthDesk desk;
  private HealthWatch watch;

  private final Tools tools =
      new Tools() {
        @Override
        public boolean has(String program) {
          return program.equals("dmesg");
        }

        @Override
        public Run run(List<String> command, Duration timeout) {
          return new Run.Ended(0, String.join("\n", log));
        }
      };

  /** A world of one node, on which nothing runs. */
  private record OneNode(NodeSpec node) implements World, Driver {
    @Override
    public Driver open(
        DomainId domain, Function<JobId, Optional<JobSpec>> specs, BooleanSupplier mayAct) {
      return this;
    }

    @Override
    public List<NodeSpec> nodes() {
      return List.of(node);
    }

    @Override
    public String isolation() {
      return "none";
    }

    @Override
    public List<String> warnings() {
      return List.of();
    }

    @Override
    public DomainId domain() {
      return node.domain();
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(true, true, Capabilities.Isolation.NONE, false, false, false);
    }

    @Override
    public List<Found> found() {
      return List.of();
    }

    @Override
    public void observe(EventSink sink) {
      sink.offer(new Event.NodeJoined(node));
    }

    @Override
    public void execute(List<Action.ForWorld> actions) {}

    @Override
    public void discard(AllocationId allocation) {}
  }

  private static NodeSpec node(String... uuids) {
    DeviceModel model = DeviceModel.of("X1", MEMORY);
    return new NodeSpec(
        NODE,
        "uid-1",
        new DomainId("local"),
        new Cpu(8000),
        MEMORY,
        32,
        List.of(uuids).stream()
            .map(u -> new DeviceSpec(model, true, MigMode.OFF, List.of(), u))
            .toList(),
        Map.of(),
        List.of(),
        true);
  }

  private void start(String... uuids) throws Exception {
    CountDownLatch leads = new CountDownLatch(1);
    runtime =
        ServerRuntime.start(
            SqlStore.open(new StoreConfig.Sqlite(data), "test"),
            new RuntimeConfig(
                "a-server",
                List.of(new OneNode(node(uuids))),
                new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.FULL, 0),
                System::currentTimeMillis,
                10_000_000,
                50_000),
            new RuntimeWatch() {
              @Override
              public void turned(Turn turn, long passNanos) {}

              @Override
              public void recovered(Engine engine, Store store) {}

              @Override
              public void followed(Turn turn) {}

              @Override
              public void committed(long nanos) {}

              @Override
              public void leads() {
                leads.countDown();
              }

              @Override
              public void stopped(Stopped why, Throwable cause) {
                throw new AssertionError(why.toString(), cause);
              }
            });
    assertThat(leads.await(30, TimeUnit.SECONDS)).isTrue();
    desk = new HealthDesk(runtime, new HealthBook(runtime.store().reads()), InstantSource.system());
    watch =
        new HealthWatch(
            runtime,
            desk,
            NODE,
            cards(uuids),
            tools,
            boot,
            new ForcedEnds(),
            InstantSource.system(),
            warnings::add);
    watch.look(List.of());
  }

  /** Each card sits where its identity says, whatever its number. */
  private static List<FoundDevice> cards(String... uuids) {
    List<FoundDevice> all = new ArrayList<>();
    for (int i = 0; i < uuids.length; i++) {
      all.add(
          new FoundDevice.Builder("nvidia", i)
              .uuid(Optional.of(uuids[i]))
              .pci(PciAddress.parse("0000:%s:00.0".formatted(uuids[i].substring(4))))
              .build());
    }
    return all;
  }

  private void restart(String... uuids) throws Exception {
    runtime.close();
    start(uuids);
  }

  @AfterEach
  void stop() {
    if (runtime != null) {
      runtime.close();
    }
    assertThat(warnings).isEmpty();
  }

  private NodeNow now() {
    return NodeNow.of(runtime, NODE).orElseThrow();
  }

  private void looks(int count) {
    for (int i = 0; i < count; i++) {
      watch.look(List.of());
    }
  }

  private void xid(String bus, int xid) {
    log.add(
        "[%5d.000000] NVRM: Xid (PCI:0000:%s:00): %d, pid=4242, name=python"
            .formatted(3000 + log.size(), bus, xid));
  }

  @Test
  void aDrainOfADeviceOutlivesTheServer() throws Exception {
    start("GPU-a1", "GPU-b2");
    xid("b2", 95);
    looks(2);
    assertThat(now().drained(1)).isTrue();
    assertThat(now().healthy(1)).isFalse();

    restart("GPU-a1", "GPU-b2");
    looks(2);
    assertThat(now().drained(1)).isTrue();
    assertThat(now().healthy(1)).isFalse();
    assertThat(now().healthy(0)).isTrue();
    assertThat(desk.book().steps()).hasSize(2);
  }

  @Test
  void aDrainGoesWithItsDevice() throws Exception {
    start("GPU-a1", "GPU-b2", "GPU-c3");
    xid("b2", 95);
    looks(2);

    restart("GPU-b2", "GPU-c3");
    looks(2);
    assertThat(now().drained(0)).isTrue();
    assertThat(now().healthy(0)).isFalse();
    assertThat(now().drained(1)).isFalse();
    assertThat(now().healthy(1)).isTrue();
    assertThat(desk.book().steps()).allMatch(s -> s.device().getAsInt() == 0);

    // It is taken out, and comes back later in another slot.
    restart("GPU-a1", "GPU-c3");
    looks(2);
    assertThat(now().drained(0)).isFalse();
    assertThat(now().drained(1)).isFalse();
    restart("GPU-a1", "GPU-c3", "GPU-b2");
    looks(2);
    assertThat(now().drained(2)).isTrue();
    assertThat(now().healthy(2)).isFalse();
  }

  @Test
  void aDrainOfTheNodeOutlivesTheServer() throws Exception {
    start("GPU-a1");
    xid("a1", 79);
    looks(1);
    assertThat(now().draining()).isTrue();
    restart("GPU-a1");
    assertThat(now().draining()).isTrue();
    assertThat(runtime.<Event.Health>ask(e -> e.state().fleet.find(NODE).health()))
        .isEqualTo(Event.Health.CORDONED);
  }

  @Test
  void aNewStartOfTheMachineFulfilsWhatNeedsOne() throws Exception {
    start("GPU-a1");
    xid("a1", 79);
    looks(2);
    assertThat(states("REBOOT_NODE")).containsExactly(HealthStep.State.OPEN);

    log.clear();
    boot = new Boot("second", Instant.now().plusSeconds(1));
    restart("GPU-a1");
    looks(1);
    assertThat(states("REBOOT_NODE")).containsExactly(HealthStep.State.DONE);
    assertThat(states("DRAIN_NODE")).containsExactly(HealthStep.State.IN_FORCE);
    assertThat(desk.book().steps().getFirst().recoveredAt()).isPresent();
    assertThat(now().draining()).isTrue();
  }

  private List<HealthStep.State> states(String step) {
    return desk.book().steps().stream()
        .filter(s -> s.step().name().equals(step))
        .map(HealthStep::state)
        .toList();
  }

  @Test
  void errorsAreCountedOverRestarts() throws Exception {
    start("GPU-a1");
    for (int i = 0; i < 3; i++) {
      xid("a1", 74);
      looks(1);
      assertThat(now().drained(0)).as("after %d", i + 1).isEqualTo(i == 2);
      if (i == 0) {
        restart("GPU-a1");
      }
    }
    assertThat(desk.book().memory(NODE).faults()).hasSize(3);
  }
}
