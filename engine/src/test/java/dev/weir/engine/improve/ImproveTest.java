package dev.weir.engine.improve;

import static dev.weir.engine.act.JobMaker.job;
import static dev.weir.engine.act.SmallWorld.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.act.SmallWorld;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.reclaim.Reclaim;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.ResizeCause;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.MigTable;
import dev.weir.model.id.JobId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ImproveTest {
  private static final Disruption IN_PLACE =
      new Disruption(
          true,
          Disruption.StopClass.SAVE_THEN_STOP,
          Duration.ofMinutes(5),
          Duration.ZERO,
          0,
          Duration.ofMinutes(30),
          Duration.ofMinutes(1),
          true);

  private SmallWorld w;
  private Improve improve;

  private void world(BackfillMode mode) {
    w = new SmallWorld(mode, 1, PolicySpec.Reclaim.NEVER);
    PolicySpec p = w.policy;
    w.policy =
        new PolicySpec(
            p.name(),
            p.order(),
            p.fairness(),
            p.scores(),
            p.backfill(),
            new PolicySpec.Reclaim(false, false, false, false, true, 16, 0, Duration.ZERO),
            new PolicySpec.Improve(true, true, true, Optional.of(Duration.ofMinutes(10))),
            p.parameters());
    Reclaim reclaim = new Reclaim(w, w.placer, w.queues, (j, c) -> true);
    improve = new Improve(w, w.placer, reclaim, (j, c) -> true);
    w.makeRoom =
        j -> {
          improve.blocked(j);
          return false;
        };
  }

  private List<Action.Resize> improve() {
    int from = w.actions.size();
    improve.run(Budget.of(100_000));
    return w.actions.subList(from, w.actions.size()).stream()
        .filter(Action.Resize.class::isInstance)
        .map(Action.Resize.class::cast)
        .toList();
  }

  @Test
  void anElasticJobGrowsIntoRoomThatNobodyNeeds() {
    world(BackfillMode.EASY);
    w.nodes(1, 8, 64);
    Job other = job(w).tasks(1, 4).submit();
    Job elastic = job(w).tasks(4, 1).sizes(2, 4, 6, 8).disruption(IN_PLACE).submit();
    w.pass();
    w.end(other, true);
    w.now = 9 * MINUTE;
    assertThat(improve()).as("it has not rested").isEmpty();
    w.now = 11 * MINUTE;
    assertThat(improve())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.cause()).isEqualTo(ResizeCause.GROW);
              assertThat(r.inPlace()).isTrue();
              assertThat(r.tasks()).hasSize(8);
            });
    assertThat(elastic.holding.places.stream().map(p -> p.task()).distinct()).hasSize(8);
    assertThat(w.ledger.fleet().node(0).freeMask()).isZero();
  }

  @Test
  void growthLeavesThePlannedStartOfOthersAlone() {
    world(BackfillMode.EASY);
    w.nodes(2, 4, 64);
    job(w).tasks(1, 4).limit(60).submit();
    job(w).tasks(2, 1).sizes(2, 4).disruption(IN_PLACE).limit(600).submit();
    w.pass();
    Job waits = job(w).tasks(1, 4).limit(60).submit();
    Job next = job(w).tasks(1, 2).limit(600).submit();
    w.pass();
    assertThat(w.plannedMinute(waits)).isEqualTo(60);
    assertThat(w.running(next)).isTrue();
    w.now = 11 * MINUTE;
    assertThat(improve()).isEmpty();
  }

  @Test
  void aRestartMustPayForItself() {
    world(BackfillMode.EASY);
    w.nodes(1, 4, 64);
    job(w).tasks(2, 1).sizes(2, 4).limit(600).submit();
    w.pass();
    w.now = 55 * MINUTE; // an hour unsaved is lost, at most an hour is thought to be left
    assertThat(improve()).isEmpty();
    w.jobs.live().forEach(j -> j.savedAt = w.now);
    assertThat(improve()).hasSize(1);
  }

  @Test
  void jobsMoveTogetherForOneThatNeedsAWholeNode() {
    world(BackfillMode.EASY);
    w.nodes(2, 4, 64);
    Job a = job(w).tasks(1, 2).submit();
    Job b = job(w).tasks(1, 2).submit();
    Job c = job(w).tasks(1, 1).submit();
    w.pass();
    w.end(a, true);
    w.now = 15 * MINUTE;
    Job whole = job(w).tasks(1, 4).submit();
    w.jobs.live().forEach(j -> j.savedAt = w.now);
    w.pass();
    assertThat(w.running(whole)).isFalse();
    assertThat(improve())
        .isNotEmpty()
        .allSatisfy(r -> assertThat(r.cause()).isEqualTo(ResizeCause.MOVE));
    w.settle();
    w.pass();
    assertThat(w.running(whole)).isTrue();
    assertThat(w.running(b)).isTrue();
    assertThat(w.running(c)).isTrue();
  }

  @Test
  void anIdleDeviceIsCutForInstancesThatNobodyHasCut() {
    world(BackfillMode.EASY);
    MigProfile one =
        new MigProfile("1g", 1, 1, new Bytes(10L << 30), List.of(0, 1, 2, 3, 4, 5, 6), 7);
    MigProfile three = new MigProfile("3g", 3, 4, new Bytes(40L << 30), List.of(0, 4), 2);
    DeviceModel model =
        new DeviceModel(
            "M",
            "nvidia",
            new Bytes(80L << 30),
            0,
            80,
            Optional.of(new MigTable(7, 8, List.of(one, three), false)));
    List<MigInstance> layout =
        List.of(
            new MigInstance(0, "1g", 0), new MigInstance(0, "1g", 1), new MigInstance(0, "1g", 6));
    Node node = w.node("m", model, 0, 16, java.util.Map.of());
    w.ledger.fleet().leave(node);
    w.ledger
        .fleet()
        .join(
            new dev.weir.model.fleet.NodeSpec(
                node.id(),
                "m2",
                node.spec().domain(),
                Cpu.ofCores(16),
                new Bytes(64L << 30),
                20,
                List.of(new DeviceSpec(model, true, MigMode.FIXED, layout, "")),
                java.util.Map.of(),
                List.of(),
                true));
    JobId id = w.nextId();
    TaskRequest request =
        TaskRequest.of(
            Cpu.ofCores(1), new Bytes(1L << 30), new DeviceRequest.Mig(1, "3g", DeviceFilter.ANY));
    w.submit(
        JobSpec.of(
            id, "mig", dev.weir.engine.act.JobMaker.QUEUE, 0, List.of(Role.of("w", 1, request))),
        0);
    w.pass();
    improve();
    assertThat(w.actions)
        .filteredOn(Action.ReshapeMig.class::isInstance)
        .singleElement()
        .satisfies(
            a ->
                assertThat(((Action.ReshapeMig) a).layout())
                    .containsExactly(
                        new MigInstance(0, "1g", 0),
                        new MigInstance(0, "1g", 1),
                        new MigInstance(0, "3g", 4)));
    improve();
    assertThat(w.actions).filteredOn(Action.ReshapeMig.class::isInstance).hasSize(1);
  }
}
