package dev.weir.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.Taint;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.NodeFilter;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.plan.Plan;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Change;
import dev.weir.model.verdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TurnCodecTest {
  private static final AllocationId A = new AllocationId(7);
  private static final JobId J = new JobId(3);

  private static Turn everything() {
    return new Turn(1, 1234, events(), new Plan(9, 1234, actions(), 100, 42, true, -17));
  }

  private static List<Event> events() {
    TaskRequest fraction =
        new TaskRequest(
            Cpu.ofCores(2),
            Bytes.ofGib(4),
            new DeviceRequest.Fraction(1, new GpuShare(250), Bytes.ofGib(8), DeviceFilter.ANY),
            Map.of("matlab", 2, "ansys", 1),
            Set.of(8080, 22),
            new NodeFilter(
                Map.of("zone", "a"),
                List.of(
                    new NodeFilter.Term(
                        List.of(
                            new NodeFilter.Expression(
                                "pool", NodeFilter.Operator.IN, Set.of("x", "y", "z"))))),
                List.of(),
                List.of(new NodeFilter.Toleration("gpu", true, "", Optional.empty())),
                List.of(),
                List.of(new NodeFilter.Spread("zone", 1, true))));
    JobSpec job = JobSpec.of(J, "train", new QueueId("a/b"), 5, List.of(Role.of("w", 4, fraction)));
    NodeSpec node =
        new NodeSpec(
            new NodeId("n0"),
            "uid",
            new DomainId("d"),
            Cpu.ofCores(64),
            Bytes.ofGib(256),
            110,
            List.of(DeviceSpec.of(DeviceModel.of("A100", Bytes.ofGib(80)))),
            Map.of("rack", "r1", "zone", "z1"),
            List.of(new Taint("k", "v", Taint.Effect.NO_EXECUTE)),
            true);
    PolicySpec policy =
        new PolicySpec(
            "weir",
            "fair",
            true,
            Map.of("fgd", 0.5, "bestfit", 1.0),
            new PolicySpec.Backfill(
                PolicySpec.BackfillMode.EASY, 3, PolicySpec.EndBasis.LIMITS, 0.9),
            PolicySpec.Reclaim.NEVER,
            PolicySpec.Improve.NOTHING,
            Map.of());
    Reservation reservation =
        new Reservation(
            "r",
            new Reservation.Room.Nodes(Set.of(new NodeId("n1"), new NodeId("n0"))),
            Set.of(new QueueId("q")),
            Set.of("ada"),
            Instant.ofEpochMilli(5),
            Optional.of(Instant.ofEpochMilli(9)));
    return List.of(
        new Event.TopologyConfigured(
            new TopologySpec(List.of(new TopologySpec.Level("rack", "rack")))),
        new Event.QueuesConfigured(List.of(QueueSpec.open(new QueueId("q")))),
        new Event.LicencesConfigured(Map.of("x", 1)),
        new Event.PolicyConfigured(policy),
        new Event.NodeJoined(node),
        new Event.JobSubmitted(job),
        new Event.DurationForecastMade(J, new DurationForecast(1, 2)),
        new Event.ReservationMade(reservation),
        new Event.NodeHealthChanged(new NodeId("n0"), Event.Health.CORDONED),
        new Event.MigLayoutObserved(new NodeId("n0"), 0, List.of(new MigInstance(0, "3g.40gb", 4))),
        new Event.AllocationEnded(A, J, 1, Event.End.LOST),
        new Event.TimePassed(),
        new Event.StateRecovered());
  }

  private static List<Action> actions() {
    List<TaskPlacement> tasks =
        List.of(
            new TaskPlacement(0, 0, new NodeId("n0"), new DeviceBooking.Fraction(2, 250, 8L << 30)),
            new TaskPlacement(0, 1, new NodeId("n0"), DeviceBooking.NONE),
            new TaskPlacement(0, 2, new NodeId("n0"), new DeviceBooking.Whole(-1L)));
    return List.of(
        new Action.Start(new Allocation(A, J, 2, List.of(0), tasks)),
        new Action.Stop(
            A,
            J,
            true,
            Duration.ofMinutes(5),
            Action.StopCause.PRIORITY,
            Optional.of(new JobId(4))),
        new Action.Resize(
            A, J, 3, tasks, false, Action.ResizeCause.MOVE, java.util.Optional.empty()),
        new Action.Plan(
            J, Optional.of(new Action.PlannedStart(5, List.of(0), tasks)), Action.PlanCause.NEW),
        new Action.Plan(J, Optional.empty(), Action.PlanCause.DONE),
        new Action.Reject(
            J,
            new Verdict(
                new Blocker.NoRoom("w", 4, 1, 500, 1000, Map.of("taint k=v", 3)),
                new Change.MoreDevices("A100", 500))));
  }

  @Test
  void aTurnComesBackEqual() {
    Turn turn = everything();
    assertThat(TurnCodec.decode(TurnCodec.encode(turn))).isEqualTo(turn);
  }

  @Test
  void equalTurnsGiveEqualBytesWhateverTheOrderOfTheirSets() {
    Set<String> forward = new LinkedHashSet<>(List.of("a", "b", "c"));
    Set<String> backward = new LinkedHashSet<>(List.of("c", "b", "a"));
    assertThat(TurnCodec.encode(reserved(forward))).isEqualTo(TurnCodec.encode(reserved(backward)));
    String json = new String(TurnCodec.encode(everything()), StandardCharsets.UTF_8);
    assertThat(json)
        .contains("\"values\":[\"x\",\"y\",\"z\"]")
        .contains("\"hostPorts\":[22,8080]")
        .contains("\"labels\":{\"rack\":\"r1\",\"zone\":\"z1\"}")
        .startsWith("{\"sequence\":1,\"at\":1234,\"events\":[{\"type\":\"TopologyConfigured\"");
  }

  private static Turn reserved(Set<String> users) {
    Reservation reservation =
        new Reservation(
            "r",
            new Reservation.Room.DevicesOf(new NodeId("n"), 3),
            Set.of(),
            users,
            Instant.EPOCH,
            Optional.empty());
    return new Turn(
        1,
        0,
        List.of(new Event.ReservationMade(reservation)),
        new Plan(1, 0, List.of(), 1, 0, false, 0));
  }

  @Test
  void aFactOfAnUnknownKindIsRefused() {
    String json =
        new String(
            TurnCodec.encode(
                new Turn(
                    1,
                    0,
                    List.of(new Event.TimePassed()),
                    new Plan(1, 0, List.of(), 1, 0, false, 0))),
            StandardCharsets.UTF_8);
    byte[] changed = json.replace("TimePassed", "TimeStood").getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> TurnCodec.decode(changed))
        .isInstanceOf(JournalFailure.class)
        .rootCause()
        .hasMessageContaining("TimeStood");
    byte[] added =
        json.replace("\"at\":0,\"events\"", "\"at\":0,\"moon\":1,\"events\"")
            .getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> TurnCodec.decode(added)).isInstanceOf(JournalFailure.class);
  }

  @Test
  void eachTurnOfTheChainDependsOnTheFormer() {
    MemoryJournal journal = new MemoryJournal();
    journal.commit(everything());
    String first = journal.head().hash();
    MemoryJournal same = new MemoryJournal();
    same.commit(everything());
    assertThat(same.head()).isEqualTo(journal.head());
    Turn second = new Turn(2, 1235, List.of(), new Plan(10, 1235, List.of(), 1, 0, false, 0));
    journal.commit(second);
    assertThat(journal.head().hash()).isNotEqualTo(first).hasSize(64);
    assertThatThrownBy(() -> journal.commit(second)).isInstanceOf(JournalFailure.class);
    List<Turn> replayed = new ArrayList<>();
    journal.replay(replayed::add);
    assertThat(replayed).containsExactly(everything(), second);
  }
}
