package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.control.ControlLoop;
import dev.weir.control.JournalFailure;
import dev.weir.control.MemoryJournal;
import dev.weir.control.Snapshot;
import dev.weir.control.SnapshotCodec;
import dev.weir.control.Snapshots;
import dev.weir.control.Turn;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.engine.snapshot.EngineSnapshot;
import dev.weir.forecast.HistoryForecaster;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A loop that begins from a snapshot goes on as one that folded the whole journal. */
class SnapshotTest {
  private final FakeClock clock = new FakeClock(1_000);
  private final MemoryJournal journal = new MemoryJournal();
  private final ScriptedDriver world = ScriptedDriver.obedient(Nodes.DOMAIN);
  private final Kept kept = new Kept();

  /** Keeps what a store would give back. */
  private static final class Kept implements Snapshots {
    private final List<byte[]> all = new ArrayList<>();
    private int asked;

    @Override
    public Optional<Snapshot> newestBefore(long sequence) {
      asked++;
      return all.stream()
          .map(SnapshotCodec::decode)
          .filter(s -> s.sequence() < sequence)
          .max(Comparator.comparingLong(Snapshot::sequence));
    }

    @Override
    public synchronized void keep(Snapshot snapshot) {
      all.add(SnapshotCodec.encode(snapshot));
    }
  }

  private static Engine engine() {
    return new Engine(new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.FULL, 1));
  }

  private ControlLoop.Builder loop() {
    return ControlLoop.over(engine(), journal)
        .clock(clock)
        .driver(world)
        .forecaster(new HistoryForecaster());
  }

  private ControlLoop begun(ControlLoop.Builder builder) {
    ControlLoop loop = builder.build();
    loop.start();
    loop.offer(Queues.configured(Queues.of(Jobs.QUEUE)));
    Nodes.of("n", 2).devices(4, DeviceModels.A100).joined().forEach(loop::offer);
    loop.turn();
    return loop;
  }

  /** Jobs of one name come, run and end, so that their run times are learned. */
  private void work(ControlLoop loop, int from, int to) {
    for (int id = from; id <= to; id++) {
      loop.offer(Jobs.single(id, "train").devices(2).submitted());
      for (Action action : loop.turn().plan().actions()) {
        if (action instanceof Action.Start(Allocation a)) {
          clock.advance(100);
          world.say(new Event.AllocationStarted(a.id(), a.job(), a.incarnation()));
          loop.turn();
          if (id % 4 != 0) {
            clock.advance(60_000 + id * 1_000);
            world.say(
                new Event.AllocationEnded(a.id(), a.job(), a.incarnation(), Event.End.COMPLETED));
            loop.turn();
          }
        }
      }
    }
  }

  @Test
  void goesOnAsAfterTheWholeJournal() {
    ControlLoop loop = begun(loop());
    work(loop, 1, 9);
    loop.offer(
        new Event.NodeHealthChanged(
            new NodeId("n0"), Event.Health.CORDONED, Optional.of("a fan is loud")));
    loop.turn();
    kept.keep(loop.snapshot());
    work(loop, 10, 14);

    ControlLoop whole = loop().build();
    ControlLoop quick = loop().snapshots(kept, Long.MAX_VALUE).build();

    assertThat(quick.sequence()).isEqualTo(loop.sequence());
    assertThat(quick.engine().hash()).isEqualTo(whole.engine().hash());
    assertThat(quick.nextWakeUp()).isEqualTo(whole.nextWakeUp());
    assertThat(text(quick.snapshot())).isEqualTo(text(whole.snapshot()));
    assertThat(quick.reasons().ofNode(new NodeId("n0"))).contains("a fan is loud");
    assertThat(quick.forecastError()).isEqualTo(loop.forecastError());
    assertThat(quick.forecastError().jobs()).isPositive();
    assertThat(quick.engine().state().jobs.outcome(new JobId(1))).isPresent();
    assertThat(quick.engine().state().jobs.newest()).isEqualTo(14);
    // the forecaster has learned the same, and the same is decided
    quick.offer(Jobs.single(20, "train").devices(1).submitted());
    Turn turn = quick.turn();
    assertThat(turn.events())
        .anyMatch(e -> e instanceof Event.DurationForecastMade)
        .contains(new Event.StateRecovered());
    assertThat(turn.plan().actions()).anyMatch(a -> a instanceof Action.Start);
  }

  private static String text(Snapshot snapshot) {
    return new String(SnapshotCodec.encode(snapshot), StandardCharsets.UTF_8);
  }

  @Test
  void aSnapshotIsKeptWhenEnoughWasFoldedAndAtTheEnd() throws InterruptedException {
    ControlLoop loop = begun(loop().snapshots(kept, 20));
    work(loop, 1, 12);
    loop.keepSnapshot();
    int known = kept.all.size();
    loop.keepSnapshot();

    assertThat(known).isGreaterThan(1);
    assertThat(kept.all).as("nothing was folded since").hasSize(known);
    assertThat(kept.newestBefore(Long.MAX_VALUE).orElseThrow().sequence())
        .isEqualTo(loop.sequence());
  }

  @Test
  void oneThatContradictsItselfIsPassedOver() {
    ControlLoop loop = begun(loop());
    work(loop, 1, 5);
    kept.keep(loop.snapshot());
    work(loop, 6, 8);
    Snapshot s = loop.snapshot();
    EngineSnapshot e = s.engine();
    EngineSnapshot wrong =
        new EngineSnapshot(
            e.now(),
            e.pass(),
            e.nextAllocation(),
            e.dropped(),
            e.policy(),
            e.fleet(),
            e.licences(),
            e.queues(),
            e.remembered(),
            e.jobs(),
            e.arrived(),
            e.expected(),
            e.reservations(),
            e.alarms(),
            e.limits(),
            e.hash() + 1);
    kept.keep(
        new Snapshot(
            s.sequence(),
            s.at(),
            s.unfinished(),
            wrong,
            s.asked(),
            s.reshapes(),
            s.forecasts(),
            s.reasons()));

    ControlLoop recovered = loop().snapshots(kept, Long.MAX_VALUE).build();

    assertThat(kept.asked).as("the second newest was asked for").isEqualTo(2);
    assertThat(recovered.sequence()).isEqualTo(loop.sequence());
    assertThat(recovered.engine().hash()).isEqualTo(loop.engine().hash());
  }

  @Test
  void whatIsNoSnapshotIsRefused() {
    assertThatThrownBy(
            () -> SnapshotCodec.decode("{\"sequence\":1}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(JournalFailure.class);
    assertThat(SnapshotCodec.FORMAT).matches("[0-9]+-[0-9a-f]{16}");
  }

  @Test
  void noneIsTakenBetweenAFactAndItsPass() {
    Engine engine = engine();
    engine.apply(1, Queues.configured(Queues.of(Jobs.QUEUE)));
    engine.apply(1, Jobs.single(1, "a").devices(1).submitted());
    assertThatThrownBy(engine::snapshot).isInstanceOf(IllegalStateException.class);
  }
}
