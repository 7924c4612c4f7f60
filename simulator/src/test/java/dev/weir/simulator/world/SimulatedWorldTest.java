package dev.weir.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.control.Driver;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.Disruption.StopClass;
import dev.weir.model.job.JobSpec;
import dev.weir.testkit.DeviceModels;
import dev.weir.testkit.Jobs;
import dev.weir.testkit.Nodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** All times and amounts of work are worked out by hand in seconds. */
class SimulatedWorldTest {
  private static final Overheads OVERHEADS =
      new Overheads(
          "test",
          new Cost.Flat(5_000),
          new Cost.Flat(3_000),
          new Cost.Flat(20_000),
          new Cost.Flat(10_000),
          new Cost.Flat(2_000));

  private final VirtualClock clock = new VirtualClock(0);
  private final List<String> told = new ArrayList<>();
  private final List<Double> lost = new ArrayList<>();
  private final List<NodeSpec> nodes =
      Nodes.of("n", 4).devices(4, DeviceModels.A100).groupsOf(2, "rack").build();

  private SimulatedWorld world(WorldModels models, Workload.Entry... jobs) {
    SimulatedWorld world =
        new SimulatedWorld(
            new DomainId(Nodes.DOMAIN),
            clock,
            new TopologySpec(List.of(new TopologySpec.Level("rack", "rack"))),
            nodes,
            Workload.of(List.of(jobs)),
            models,
            1,
            new WorldListener() {
              @Override
              public void worked(JobId job, long f, long t, long m, double e, double c) {}

              @Override
              public void lost(JobId job, double workMillis, long milli) {
                lost.add(workMillis / 1000);
              }
            });
    world.observe(this::hear);
    world.happen();
    told.clear();
    return world;
  }

  private void hear(Event event) {
    String text =
        switch (event) {
          case Event.AllocationStarted e -> "started " + e.allocation() + "." + e.incarnation();
          case Event.AllocationEnded e ->
              "ended " + e.allocation() + "." + e.incarnation() + " " + e.end();
          case Event.CheckpointCompleted e -> "saved " + e.job();
          case Event.AllocationResized e -> "resized " + e.allocation() + "." + e.incarnation();
          case Event.TaskLost e -> "task lost " + e.task();
          case Event.NodeHealthChanged e -> "node " + e.node() + " " + e.health();
          case Event.StartRefused e -> "refused " + e.allocation();
          case Event.JobCancelled e -> "cancelled " + e.job();
          default -> event.getClass().getSimpleName();
        };
    told.add(clock.millis() / 1000.0 + " " + text);
  }

  private void runUntil(SimulatedWorld world, double seconds) {
    long until = (long) (seconds * 1000);
    OptionalLong next = world.nextEventTime();
    while (next.isPresent() && next.getAsLong() <= until) {
      clock.advanceTo(next.getAsLong());
      world.happen();
      next = world.nextEventTime();
    }
    clock.advanceTo(until);
  }

  private static Workload.Entry entry(JobSpec job, long seconds) {
    return new Workload.Entry(0, job, JobProfile.of(seconds * 1000));
  }

  private static Jobs checkpointing(long id, int tasks, StopClass stop) {
    return Jobs.gang(id, "train", tasks)
        .devices(1)
        .disruption(
            new Disruption(
                true,
                stop,
                Duration.ofSeconds(60),
                Duration.ZERO,
                0,
                Duration.ofSeconds(10),
                Duration.ofSeconds(7),
                false));
  }

  private static List<TaskPlacement> on(String... places) {
    List<TaskPlacement> tasks = new ArrayList<>();
    for (String place : places) {
      String[] parts = place.split(":");
      long mask = 1L << Integer.parseInt(parts[1]);
      tasks.add(
          new TaskPlacement(0, tasks.size(), new NodeId(parts[0]), new DeviceBooking.Whole(mask)));
    }
    return tasks;
  }

  private static Action.Start start(long allocation, long job, int incarnation, String... places) {
    return start(allocation, job, incarnation, on(places));
  }

  private static Action.Start start(
      long allocation, long job, int incarnation, List<TaskPlacement> tasks) {
    return new Action.Start(
        new Allocation(
            new AllocationId(allocation), new JobId(job), incarnation, List.of(0), tasks));
  }

  private static Action.Stop stop(long allocation, long job, boolean gentle, long graceSeconds) {
    return new Action.Stop(
        new AllocationId(allocation),
        new JobId(job),
        gentle,
        Duration.ofSeconds(graceSeconds),
        Action.StopCause.PRIORITY,
        Optional.empty());
  }

  private static void execute(SimulatedWorld world, Action.ForWorld action) {
    world.execute(List.of(action));
  }

  @Test
  void aPreemptedJobPaysForItsCheckpointAndItsRestartAndNobodyElseDoes() {
    WorldModels models = WorldModels.IDEAL.withOverheads(OVERHEADS);
    SimulatedWorld world =
        world(models, entry(checkpointing(1, 1, StopClass.SAVE_THEN_STOP).build(), 100));
    execute(world, start(1, 1, 1, "n0:0"));
    runUntil(world, 40); // runs since 5, so 35 of 100 are done
    execute(world, stop(1, 1, true, 60));
    runUntil(world, 60); // saved and stopped at 43
    execute(world, start(2, 1, 2, "n1:0"));
    runUntil(world, 200); // starts at 65, loads until 85, 65 of work are left
    assertThat(told)
        .containsExactly(
            "5.0 started a1.1",
            "43.0 saved j1",
            "43.0 ended a1.1 STOPPED",
            "65.0 started a2.2",
            "150.0 ended a2.2 COMPLETED");
    assertThat(lost).isEmpty();
  }

  @Test
  void aHardStopLosesTheWorkSinceTheLastPeriodicCheckpoint() {
    WorldModels models = WorldModels.IDEAL.withOverheads(OVERHEADS);
    SimulatedWorld world =
        world(models, entry(checkpointing(1, 1, StopClass.SAVE_THEN_STOP).build(), 100));
    execute(world, start(1, 1, 1, "n0:0"));
    runUntil(world, 40); // 35 done, 30 saved
    execute(world, stop(1, 1, false, 0));
    assertThat(told).containsExactly("5.0 started a1.1", "40.0 ended a1.1 STOPPED");
    assertThat(lost).containsExactly(5.0);
    execute(world, start(2, 1, 2, "n0:0"));
    runUntil(world, 200); // 40 + 5 + 20 + 70
    assertThat(told.getLast()).isEqualTo("135.0 ended a2.2 COMPLETED");
  }

  @Test
  void aCheckpointThatIsNotReadyInTimeIsNone() {
    WorldModels models = WorldModels.IDEAL.withOverheads(OVERHEADS);
    SimulatedWorld world =
        world(models, entry(checkpointing(1, 1, StopClass.SAVE_THEN_STOP).build(), 100));
    execute(world, start(1, 1, 1, "n0:0"));
    runUntil(world, 40);
    execute(world, stop(1, 1, true, 2)); // 3 are needed
    runUntil(world, 50);
    assertThat(told).containsExactly("5.0 started a1.1", "42.0 ended a1.1 STOPPED");
    assertThat(lost).containsExactly(5.0);
  }

  @Test
  void aPeriodicSaverWorksOnUntilItsNextCheckpointAndMayFinishBefore() {
    SimulatedWorld world =
        world(
            WorldModels.IDEAL,
            entry(checkpointing(1, 1, StopClass.PERIODIC_ONLY).build(), 100),
            entry(checkpointing(2, 1, StopClass.PERIODIC_ONLY).build(), 37));
    execute(world, start(1, 1, 1, "n0:0"));
    execute(world, start(2, 2, 1, "n0:1"));
    runUntil(world, 34);
    execute(world, stop(1, 1, true, 60));
    execute(world, stop(2, 2, true, 60));
    runUntil(world, 50);
    execute(world, start(3, 1, 2, "n0:0"));
    runUntil(world, 200);
    assertThat(told)
        .containsExactly(
            "0.0 started a1.1",
            "0.0 started a2.1",
            "37.0 ended a2.1 COMPLETED",
            "40.0 saved j1",
            "40.0 ended a1.1 STOPPED",
            "50.0 started a3.2",
            "110.0 ended a3.2 COMPLETED");
  }

  @Test
  void aJobThatCannotCheckpointBeginsAnew() {
    SimulatedWorld world =
        world(
            WorldModels.IDEAL,
            entry(checkpointing(1, 1, StopClass.CANNOT_CHECKPOINT).build(), 100));
    execute(world, start(1, 1, 1, "n0:0"));
    runUntil(world, 99);
    execute(world, stop(1, 1, true, 60));
    execute(world, start(2, 1, 2, "n0:0"));
    runUntil(world, 300);
    assertThat(lost).containsExactly(99.0);
    assertThat(told.getLast()).isEqualTo("199.0 ended a2.2 COMPLETED");
  }

  @Test
  void executingTwiceHasNoFurtherEffectAndAStopAfterTheEndIsIgnored() {
    SimulatedWorld world =
        world(WorldModels.IDEAL, entry(Jobs.single(1, "a").devices(1).build(), 10));
    execute(world, start(1, 1, 1, "n0:0"));
    execute(world, start(1, 1, 1, "n0:0"));
    runUntil(world, 20);
    execute(world, stop(1, 1, true, 60));
    execute(world, start(1, 1, 1, "n0:0"));
    runUntil(world, 40);
    assertThat(told).containsExactly("0.0 started a1.1", "10.0 ended a1.1 COMPLETED");
  }

  @Test
  void speedIsThatOfTheSlowestDeviceTimesCommunicationAtTheLevelThatIsSpanned() {
    WorldModels models =
        WorldModels.IDEAL
            .withDevices(new DeviceSpeed(Map.of(), Map.of("A100", 2.0), 1))
            .withPlacement(
                new PlacementSpeed(Map.of("rack", 0.8, PlacementSpeed.FLEET, 0.5), Map.of()));
    SimulatedWorld world =
        world(
            models,
            entry(Jobs.gang(1, "a", 2).devices(1).build(), 100),
            entry(Jobs.gang(2, "a", 2).devices(1).build(), 100),
            entry(Jobs.gang(3, "a", 2).devices(1).build(), 100));
    execute(world, start(1, 1, 1, "n0:0", "n0:1")); // one node: 2.0
    execute(world, start(2, 2, 1, "n0:2", "n1:0")); // one rack: 1.6
    execute(world, start(3, 3, 1, "n1:1", "n2:0")); // two racks: 1.0
    runUntil(world, 200);
    assertThat(told.subList(3, 6))
        .containsExactly(
            "50.0 ended a1.1 COMPLETED", "62.5 ended a2.1 COMPLETED", "100.0 ended a3.1 COMPLETED");
  }

  @Test
  void jobsThatShareADeviceSlowEachOtherDownWhileTheyShareIt() {
    SimulatedWorld world =
        world(
            WorldModels.IDEAL.withColocation(new ColocationSpeed(List.of(1.0, 2.0))),
            entry(Jobs.single(1, "a").share(500).build(), 100),
            entry(Jobs.single(2, "b").share(500).build(), 20));
    List<TaskPlacement> half =
        List.of(new TaskPlacement(0, 0, new NodeId("n0"), new DeviceBooking.Fraction(1, 500, 0)));
    execute(world, start(1, 1, 1, half));
    runUntil(world, 50); // 50 of 100 are done
    execute(world, start(2, 2, 1, half));
    runUntil(world, 300); // both at half speed until 90; then 30 are left
    assertThat(told)
        .containsExactly(
            "0.0 started a1.1",
            "50.0 started a2.1",
            "90.0 ended a2.1 COMPLETED",
            "120.0 ended a1.1 COMPLETED");
  }

  @Test
  void aResizeMovesTheWorkAtACheckpointAndChangesTheSpeed() {
    WorldModels models =
        WorldModels.IDEAL.withOverheads(OVERHEADS).withScale(new ScaleSpeed.Amdahl(0.5));
    SimulatedWorld world =
        world(
            models,
            entry(checkpointing(1, 2, StopClass.SAVE_THEN_STOP).elastic(1, 2, 4).build(), 100));
    execute(world, start(1, 1, 1, "n0:0", "n0:1"));
    runUntil(world, 45); // runs since 5: 40 of 100 are done
    execute(
        world,
        new Action.Resize(
            new AllocationId(1),
            new JobId(1),
            2,
            on("n0:0", "n0:1", "n0:2", "n0:3"),
            false,
            Action.ResizeCause.GROW,
            java.util.Optional.empty()));
    runUntil(world, 300);
    // Saved at 48, starts at 53, loads until 63. Amdahl: 1.6 against 1.3333 = 1.2; 60 / 1.2 = 50.
    assertThat(told)
        .containsExactly(
            "5.0 started a1.1", "48.0 saved j1", "53.0 started a1.2", "113.0 ended a1.2 COMPLETED");
  }

  @Test
  void aResizeInPlaceOnlyPauses() {
    WorldModels models = WorldModels.IDEAL.withOverheads(OVERHEADS);
    SimulatedWorld world =
        world(models, entry(Jobs.gang(1, "a", 2).devices(1).elastic(1, 2).build(), 100));
    execute(world, start(1, 1, 1, "n0:0", "n0:1"));
    runUntil(world, 25); // 20 done at 25
    execute(
        world,
        new Action.Resize(
            new AllocationId(1),
            new JobId(1),
            2,
            on("n0:0"),
            true,
            Action.ResizeCause.SHRINK,
            java.util.Optional.empty()));
    runUntil(world, 300); // pauses until 27; 80 at half speed
    assertThat(told)
        .containsExactly("5.0 started a1.1", "27.0 resized a1.2", "187.0 ended a1.2 COMPLETED");
  }

  @Test
  void aLostNodeEndsWhatIsWhollyOnItAndBreaksGangsThatReachBeyond() {
    SimulatedWorld world =
        world(
            WorldModels.IDEAL,
            entry(checkpointing(1, 2, StopClass.SAVE_THEN_STOP).build(), 100),
            entry(Jobs.single(2, "b").devices(1).build(), 100));
    execute(world, start(1, 1, 1, "n0:0", "n1:0"));
    execute(world, start(2, 2, 1, "n0:1"));
    world.script(25_000, new Event.NodeHealthChanged(new NodeId("n0"), Event.Health.FAILED));
    runUntil(world, 26);
    assertThat(told.subList(2, 5))
        .containsExactly("25.0 node n0 FAILED", "25.0 task lost 0", "25.0 ended a2.1 LOST");
    execute(world, start(3, 2, 2, "n0:2"));
    assertThat(told.getLast()).isEqualTo("26.0 refused a3");
    runUntil(world, 30); // the rest of the gang stands still
    execute(
        world,
        new Action.Resize(
            new AllocationId(1),
            new JobId(1),
            2,
            on("n2:0", "n1:0"),
            false,
            Action.ResizeCause.REPAIR,
            java.util.Optional.empty()));
    runUntil(world, 200); // 20 were saved: 80 from 30 on
    assertThat(told.subList(6, 8))
        .containsExactly("30.0 started a1.2", "110.0 ended a1.2 COMPLETED");
    assertThat(lost).containsExactly(25.0, 5.0);
  }

  @Test
  void endStatesOfATraceAreEventsAndLimitsAreEnforced() {
    Workload.Entry fails =
        new Workload.Entry(
            0,
            Jobs.single(1, "a").devices(1).build(),
            new JobProfile(10_000, "", JobProfile.Outcome.FAILED));
    Workload.Entry cancelled =
        new Workload.Entry(
            0,
            Jobs.single(2, "b").devices(1).build(),
            new JobProfile(20_000, "", JobProfile.Outcome.CANCELLED));
    Workload.Entry tooLong =
        entry(Jobs.single(3, "c").devices(1).limit(Duration.ofSeconds(15)).build(), 60);
    SimulatedWorld world = world(WorldModels.IDEAL, fails, cancelled, tooLong);
    execute(world, start(1, 1, 1, "n0:0"));
    execute(world, start(2, 2, 1, "n0:1"));
    execute(world, start(3, 3, 1, "n0:2"));
    runUntil(world, 30);
    execute(world, stop(2, 2, false, 0));
    assertThat(told.subList(3, 7))
        .containsExactly(
            "10.0 ended a1.1 FAILED",
            "15.0 ended a3.1 TIMED_OUT",
            "20.0 cancelled j2",
            "30.0 ended a2.1 STOPPED");
    assertThat(world.found()).isEmpty();
  }

  @Test
  void periodicCheckpointsAreToldWhenWanted() {
    SimulatedWorld world =
        world(
            WorldModels.IDEAL.withCheckpointEvents(true),
            entry(checkpointing(1, 1, StopClass.SAVE_THEN_STOP).build(), 25));
    execute(world, start(1, 1, 1, "n0:0"));
    runUntil(world, 100);
    assertThat(told)
        .containsExactly(
            "0.0 started a1.1", "10.0 saved j1", "20.0 saved j1", "25.0 ended a1.1 COMPLETED");
  }

  @Test
  void faultsComeAtTheirRateAndDoNotDependOnWhatRuns() {
    Failures failures =
        new Failures(
            Duration.ofHours(10),
            Duration.ofMinutes(30),
            Duration.ofHours(40),
            Duration.ofHours(1));
    SimulatedWorld idle = world(WorldModels.IDEAL.withFailures(failures));
    runUntil(idle, 3600 * 1000);
    long faults = told.stream().filter(t -> t.contains("FAILED")).count();
    // 4 nodes × 1000 h ÷ 10 h = 400 faults; a few hit a node that is broken.
    assertThat(faults).isBetween(320L, 460L);
    assertThat(told.stream().filter(t -> t.endsWith("READY")).count())
        .isBetween(faults - 4, faults);
  }

  @Test
  void profilesAreOfferedByNameAndAnUnknownOneNamesAll() {
    JobSpec job = Jobs.single(1, "a").build();
    assertThat(Overheads.named("helios").restart().millis(job, "", 8)).isEqualTo(30_000);
    assertThat(Overheads.named("helios").restart().millis(job, "", 9)).isEqualTo(60_000);
    assertThat(Overheads.named("sia").restart().millis(job, "bert", 1)).isEqualTo(120_000);
    assertThat(Overheads.named("declared").restart().millis(job, "", 1)).isEqualTo(60_000);
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> Overheads.named("helos"))
        .hasMessageContaining("helios");
  }

  @Test
  void aStartedDriverReportsWhatRuns() {
    SimulatedWorld world =
        world(WorldModels.IDEAL, entry(Jobs.single(1, "a").devices(1).build(), 9));
    execute(world, start(1, 1, 1, "n0:0"));
    runUntil(world, 1);
    assertThat(world.found())
        .containsExactly(new Driver.Found.Running(new AllocationId(1), new JobId(1), 1));
    world.discard(new AllocationId(1));
    assertThat(world.found()).isEmpty();
    runUntil(world, 20);
    assertThat(told).containsExactly("0.0 started a1.1");
  }
}
