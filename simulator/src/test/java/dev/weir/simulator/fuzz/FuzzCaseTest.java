package dev.weir.simulator.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.Engine;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.snapshot.EngineSnapshot;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** The engine stands random worlds, and a damaged engine does not: each damage is noticed. */
class FuzzCaseTest {

  @Property(tries = 40)
  void noInvariantBreaks(@ForAll @LongRange(min = 1, max = 1_000_000) long seed) {
    assertThat(new FuzzCase(seed).run()).as("./weir fuzz --seeds %d..%d", seed, seed).isEmpty();
  }

  /** Invariants that notice the damage in at least one of the first seeds. */
  private static TreeSet<String> noticed(ObjIntConsumer<Engine> sabotage) {
    TreeSet<String> by = new TreeSet<>();
    LongStream.rangeClosed(1, 12)
        .mapToObj(seed -> new FuzzCase(seed, sabotage, s -> s).run())
        .flatMap(Optional::stream)
        .forEach(v -> by.add(v.invariant()));
    return by;
  }

  /** As if one release of CPU had not been booked. */
  @Test
  void aReleaseThatIsNotBookedIsNoticed() {
    ObjIntConsumer<Engine> leak =
        (engine, step) -> {
          if (step == 20) {
            TaskRequest request =
                TaskRequest.of(Cpu.ofCores(1), Bytes.ofGib(1), DeviceRequest.NONE);
            Ask ask = engine.state().ledger.ask(request);
            for (Node node : engine.state().fleet.nodes()) {
              if (node.usable()
                  && node.cpuFree() >= 1000
                  && node.tasksFree() > 0
                  && node.memoryFree() >= ask.memoryBytes) {
                engine.state().ledger.book(node, ask, DeviceBooking.NONE);
                return;
              }
            }
          }
        };
    assertThat(noticed(leak)).contains("consistency");
  }

  /** As if backfill had moved somebody's planned start. */
  @Test
  void aPlannedStartThatMovesWithoutCauseIsNoticed() {
    ObjIntConsumer<Engine> push =
        (engine, step) -> {
          for (Job job : engine.state().jobs.live()) {
            PlannedStart p = job.planned;
            if (p != null && step % 7 == 0) {
              job.planned = new PlannedStart(p.at() + 60_000, p.variants(), p.tasks());
              return;
            }
          }
        };
    assertThat(noticed(push)).isNotEmpty();
  }

  /** As if a stopped job had kept its state. */
  @Test
  void aJobThatHoldsRoomAndSaysThatItWaitsIsNoticed() {
    ObjIntConsumer<Engine> lie =
        (engine, step) -> {
          for (Job job : engine.state().jobs.live()) {
            if (step == 30 && job.holding != null) {
              job.state = dev.weir.model.job.JobState.QUEUED;
              return;
            }
          }
        };
    assertThat(noticed(lie)).contains("consistency");
  }

  /** Seeds until one notices what a snapshot leaves out; how it was noticed. */
  private static Optional<String> noticedFirst(UnaryOperator<EngineSnapshot> forgetful) {
    return LongStream.rangeClosed(1, 60)
        .mapToObj(seed -> new FuzzCase(seed, (_, _) -> {}, forgetful).run())
        .flatMap(Optional::stream)
        .map(Violation::invariant)
        .findFirst();
  }

  @Test
  void aSnapshotWithoutTheMixOfArrivalsIsNoticed() {
    assertThat(noticedFirst(s -> with(s, s.licences(), List.of(), s.alarms())))
        .contains("recovery");
  }

  @Test
  void aSnapshotWithoutLicencesIsNoticed() {
    assertThat(noticedFirst(s -> with(s, Map.of(), s.arrived(), s.alarms()))).contains("recovery");
  }

  @Test
  void aSnapshotWithoutAlarmsIsNoticed() {
    assertThat(noticedFirst(s -> with(s, s.licences(), s.arrived(), List.of())))
        .contains("recovery");
  }

  private static EngineSnapshot with(
      EngineSnapshot s,
      Map<String, Integer> licences,
      List<EngineSnapshot.Counted> arrived,
      List<Long> alarms) {
    return new EngineSnapshot(
        s.now(),
        s.pass(),
        s.nextAllocation(),
        s.dropped(),
        s.policy(),
        s.fleet(),
        licences,
        s.queues(),
        s.remembered(),
        s.jobs(),
        arrived,
        s.expected(),
        s.reservations(),
        alarms,
        s.limits(),
        s.hash());
  }
}
