package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.plan.Plan;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.verdict.Blocker;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The engine through its front door: events in, plans out, and the same again by folding. */
class EngineTest {
  private static final DeviceModel A100 = DeviceModel.of("A100", Bytes.ofGib(80));
  private static final QueueId QUEUE = new QueueId("q");
  private static final long BUDGET = 1_000_000;

  private final Engine engine =
      new Engine(new EngineConfig(Policies.find("bestfit").orElseThrow(), Assertions.FULL, 1));

  private static NodeSpec node(int number, int devices) {
    return new NodeSpec(
        new NodeId("n" + number),
        "u" + number,
        new DomainId("d"),
        Cpu.ofCores(64),
        Bytes.ofGib(512),
        110,
        Collections.nCopies(devices, DeviceSpec.of(A100)),
        Map.of(),
        List.of(),
        true);
  }

  private static JobSpec gang(long id, int tasks, int devices) {
    DeviceRequest request = new DeviceRequest.Whole(devices, DeviceFilter.ANY);
    Role role = Role.of("worker", tasks, TaskRequest.of(Cpu.ofCores(4), Bytes.ofGib(8), request));
    return JobSpec.of(new JobId(id), "job" + id, QUEUE, 0, List.of(role));
  }

  private void fleet(int nodes) {
    engine.apply(0, new Event.QueuesConfigured(List.of(QueueSpec.open(QUEUE))));
    for (int n = 0; n < nodes; n++) {
      engine.apply(0, new Event.NodeJoined(node(n, 8)));
    }
  }

  private static List<Action.Start> starts(Plan plan) {
    return plan.actions().stream()
        .filter(Action.Start.class::isInstance)
        .map(Action.Start.class::cast)
        .toList();
  }

  @Test
  void startsAGangAsAWholeAndGivesItsRoomBack() {
    fleet(2);
    engine.apply(1, new Event.JobSubmitted(gang(1, 2, 8)));
    engine.apply(1, new Event.JobSubmitted(gang(2, 1, 8)));
    Plan plan = engine.pass(1, BUDGET);
    assertThat(starts(plan)).hasSize(1);
    Action.Start first = starts(plan).getFirst();
    assertThat(first.allocation().tasks()).hasSize(2);
    assertThat(engine.verdictOf(new JobId(2)).orElseThrow().blocker())
        .isInstanceOf(Blocker.NoRoom.class);

    engine.apply(2, new Event.AllocationStarted(first.allocation().id(), new JobId(1), 1));
    assertThat(engine.pass(2, BUDGET).actions()).isEmpty();
    engine.apply(
        9,
        new Event.AllocationEnded(first.allocation().id(), new JobId(1), 1, Event.End.COMPLETED));
    assertThat(starts(engine.pass(9, BUDGET))).hasSize(1);
    assertThat(engine.verdictOf(new JobId(2))).isEmpty();
  }

  @Test
  void foldingRecordedPlansGivesTheSameState() {
    Engine other =
        new Engine(new EngineConfig(Policies.find("bestfit").orElseThrow(), Assertions.FULL, 1));
    fleet(3);
    other.apply(0, new Event.QueuesConfigured(List.of(QueueSpec.open(QUEUE))));
    for (int n = 0; n < 3; n++) {
      other.apply(0, new Event.NodeJoined(node(n, 8)));
    }
    for (int j = 1; j <= 12; j++) {
      Event submitted = new Event.JobSubmitted(gang(j, 1 + j % 2, 1 + j % 5));
      engine.apply(j, submitted);
      other.apply(j, submitted);
      other.apply(engine.pass(j, BUDGET));
      assertThat(other.hash()).isEqualTo(engine.hash());
    }
  }

  @Test
  void aLostTaskIsReplacedOrTheGangIsReleasedAsAWhole() {
    fleet(3);
    engine.apply(1, new Event.JobSubmitted(gang(1, 2, 8)));
    var started = starts(engine.pass(1, BUDGET)).getFirst().allocation();
    engine.apply(2, new Event.AllocationStarted(started.id(), new JobId(1), 1));
    engine.apply(3, new Event.NodeHealthChanged(new NodeId("n0"), Event.Health.FAILED));
    Plan repaired = engine.pass(3, BUDGET);
    assertThat(repaired.actions()).hasSize(1);
    assertThat(repaired.actions().getFirst())
        .isInstanceOfSatisfying(
            Action.Resize.class,
            r -> {
              assertThat(r.cause()).isEqualTo(Action.ResizeCause.REPAIR);
              assertThat(r.tasks()).extracting(t -> t.node().value()).containsExactly("n2", "n1");
            });
    engine.apply(4, new Event.AllocationStarted(started.id(), new JobId(1), 2));
    engine.apply(5, new Event.NodeHealthChanged(new NodeId("n1"), Event.Health.FAILED));
    Plan released = engine.pass(5, BUDGET);
    assertThat(released.actions().getFirst())
        .isInstanceOfSatisfying(
            Action.Stop.class, s -> assertThat(s.cause()).isEqualTo(Action.StopCause.GANG_BROKEN));
  }
}
