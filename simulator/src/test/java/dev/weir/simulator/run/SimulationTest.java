package dev.weir.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.control.ControlLoop;
import dev.weir.control.MemoryJournal;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Scorecard;
import dev.weir.simulator.world.Cost;
import dev.weir.simulator.world.Failures;
import dev.weir.simulator.world.JobProfile;
import dev.weir.simulator.world.Overheads;
import dev.weir.simulator.world.Workload;
import dev.weir.simulator.world.WorldModels;
import dev.weir.testkit.DeviceModels;
import dev.weir.testkit.Jobs;
import dev.weir.testkit.Nodes;
import dev.weir.testkit.Queues;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final PolicySpec FIFO = Policies.find("fifo").orElseThrow();
  private static final PolicySpec BESTFIT = Policies.find("bestfit").orElseThrow();

  private static Cluster cluster(int nodes) {
    return Cluster.of(
        Nodes.of("n", nodes).devices(4, DeviceModels.A100).build(),
        List.of(Queues.of(Jobs.QUEUE).build()));
  }

  private static Workload.Entry entry(long second, JobSpec job, long workSeconds) {
    return new Workload.Entry(second * 1000, job, JobProfile.of(workSeconds * 1000));
  }

  private static Simulation simulation(PolicySpec policy, Cluster cluster, Workload.Entry... jobs) {
    return Simulation.of(cluster, Workload.of(List.of(jobs)), policy, WorldModels.IDEAL, 1)
        .assertions(Assertions.FULL);
  }

  private static double figure(SimulationResult result, Metric metric) {
    return result.scorecard().figure(metric).orElseThrow();
  }

  @Test
  void threeJobsOnOneNodeByHand() {
    // a: 0 to 100 on 4 devices. b waits from 10, runs 100 to 150 on 4. c waits from 20, 150 to 170.
    SimulationResult r =
        simulation(
                FIFO,
                cluster(1),
                entry(0, Jobs.single(1, "a").devices(4).build(), 100),
                entry(10, Jobs.single(2, "b").devices(4).build(), 50),
                entry(20, Jobs.single(3, "c").devices(2).deadline(at(169)).build(), 20))
            .run();
    assertThat(figure(r, Metric.JCT_MEAN)).isCloseTo((100 + 140 + 150) / 3.0, within(1e-9));
    assertThat(figure(r, Metric.JCT_P50)).isEqualTo(140);
    assertThat(figure(r, Metric.QUEUEING_MEAN)).isCloseTo((0 + 90 + 130) / 3.0, within(1e-9));
    assertThat(figure(r, Metric.QUEUEING_SHARE)).isCloseTo(220 / 170.0, within(1e-9));
    assertThat(figure(r, Metric.MAKESPAN)).isEqualTo(170);
    // 4 of 4 for 150 s, 2 of 4 for 20 s.
    assertThat(figure(r, Metric.GPU_UTILIZATION)).isCloseTo(160 / 170.0, within(1e-9));
    assertThat(figure(r, Metric.GPU_UTILIZATION_EFFECTIVE)).isCloseTo(160 / 170.0, within(1e-9));
    assertThat(figure(r, Metric.GPU_UTILIZATION_ARRIVALS)).isEqualTo(1);
    assertThat(figure(r, Metric.GPU_ALLOCATION)).isEqualTo(1);
    assertThat(figure(r, Metric.DEADLINE_MET)).isZero();
    assertThat(figure(r, Metric.SLOWDOWN_MEAN))
        .isCloseTo((1 + 140 / 50.0 + 150 / 20.0) / 3, within(1e-9));
    assertThat(figure(r, Metric.JOBS_COMPLETED)).isEqualTo(3);
    assertThat(figure(r, Metric.JOBS_UNFINISHED)).isZero();
    assertThat(r.endedAt()).isEqualTo(170_000);
  }

  private static Instant at(long seconds) {
    return Instant.ofEpochSecond(seconds);
  }

  @Test
  void aPreemptionByHandThroughTheEngine() {
    Overheads overheads =
        new Overheads(
            "t", Cost.NONE, new Cost.Flat(3_000), new Cost.Flat(20_000), Cost.NONE, Cost.NONE);
    PolicySpec byPriority =
        new PolicySpec(
            "test",
            "priority",
            false,
            BESTFIT.scores(),
            BESTFIT.backfill(),
            new PolicySpec.Reclaim(false, false, true, false, false, 16, 0, Duration.ZERO),
            PolicySpec.Improve.NOTHING,
            java.util.Map.of());
    Workload jobs =
        Workload.of(
            List.of(
                entry(0, Jobs.single(1, "low").devices(4).build(), 100),
                entry(30, Jobs.single(2, "high").devices(4).priority(9).build(), 20)));
    SimulationResult r =
        Simulation.of(cluster(1), jobs, byPriority, WorldModels.IDEAL.withOverheads(overheads), 1)
            .assertions(Assertions.FULL)
            .run();
    // low: 30 done, saves until 33; high: 33 to 53; low: loads until 73, 70 are left.
    assertThat(figure(r, Metric.JCT_MEAN)).isCloseTo((143 + 23) / 2.0, within(1e-9));
    assertThat(figure(r, Metric.QUEUEING_MEAN)).isCloseTo((20 + 3) / 2.0, within(1e-9));
    assertThat(figure(r, Metric.PREEMPTIONS)).isEqualTo(1);
    assertThat(figure(r, Metric.WORK_LOST)).isZero();
    assertThat(figure(r, Metric.MAKESPAN)).isEqualTo(143);
    // Work is done for 30 + 20 + 70 of 143 s.
    assertThat(figure(r, Metric.GPU_UTILIZATION_EFFECTIVE)).isCloseTo(120 / 143.0, within(1e-9));
  }

  @Test
  void finishTimeFairnessByHand() {
    // Demand: 4 until 10, then 8 of 4 devices (contention 2) until 100, then 4 until 200.
    SimulationResult r =
        simulation(
                FIFO,
                cluster(1),
                entry(0, Jobs.single(1, "a").devices(4).build(), 100),
                entry(10, Jobs.single(2, "b").devices(4).build(), 100))
            .run();
    // b: 190 s against 100 s × (90 × 2 + 100 × 1) / 190.
    double contention = 280 / 190.0;
    assertThat(figure(r, Metric.FTF_WORST)).isCloseTo(190 / (100 * contention), within(1e-9));
    assertThat(figure(r, Metric.FTF_UNFAIR_SHARE)).isEqualTo(0.5);
  }

  @Test
  void fragmentationByHand() {
    // One node of 4 devices; a holds 500 milli of one of them. Free: 3500. The mix is half "500 of
    // one device" (everything is usable) and half "4 whole devices" (nothing is).
    SimulationResult r =
        simulation(
                BESTFIT,
                cluster(1),
                entry(0, Jobs.single(1, "a").share(500).build(), 1000),
                entry(1, Jobs.single(2, "b").devices(4).build(), 10),
                entry(1000, Jobs.single(3, "c").devices(1).cpu(1000).build(), 10))
            .horizon(Duration.ofSeconds(1000))
            .run();
    assertThat(figure(r, Metric.FRAGMENTATION)).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void aFaultIsRepairedAndItsTimeIsMeasured() {
    Overheads overheads =
        new Overheads(
            "t", new Cost.Flat(4_000), Cost.NONE, new Cost.Flat(6_000), Cost.NONE, Cost.NONE);
    SimulationResult r =
        Simulation.of(
                cluster(2),
                Workload.of(List.of(entry(0, Jobs.single(1, "a").devices(4).build(), 3600))),
                BESTFIT,
                WorldModels.IDEAL.withOverheads(overheads),
                1)
            .assertions(Assertions.FULL)
            .at(2_000_000, new Event.NodeHealthChanged(new NodeId("n0"), Event.Health.FAILED))
            .at(2_000_000, new Event.NodeHealthChanged(new NodeId("n1"), Event.Health.FAILED))
            .at(2_100_000, new Event.NodeHealthChanged(new NodeId("n1"), Event.Health.READY))
            .run();
    // Runs since 4; checkpoints each 1800 s, so 1800 are saved and 196 lost, on 4 devices.
    assertThat(figure(r, Metric.WORK_LOST)).isCloseTo(196 * 4, within(1e-6));
    // Lost at 2000, n1 is back at 2100, runs at 2104.
    assertThat(figure(r, Metric.MTTR)).isEqualTo(104);
    assertThat(figure(r, Metric.JCT_MEAN)).isEqualTo(2104 + 6 + 1800);
    assertThat(figure(r, Metric.PREEMPTIONS)).isZero();
  }

  @Test
  void endStatesAndRejectionsAreCountedApart() {
    Workload jobs =
        Workload.of(
            List.of(
                entry(0, Jobs.single(1, "ok").devices(1).build(), 10),
                new Workload.Entry(
                    0,
                    Jobs.single(2, "fails").devices(1).build(),
                    new JobProfile(5_000, "", JobProfile.Outcome.FAILED)),
                new Workload.Entry(
                    0,
                    Jobs.single(3, "cancelled").devices(1).build(),
                    new JobProfile(5_000, "", JobProfile.Outcome.CANCELLED)),
                entry(0, Jobs.single(4, "never").devices(1).queue("nobody").build(), 5)));
    SimulationResult r =
        Simulation.of(cluster(1), jobs, BESTFIT, WorldModels.IDEAL, 1)
            .assertions(Assertions.FULL)
            .run();
    assertThat(figure(r, Metric.JOBS_COMPLETED)).isEqualTo(1);
    assertThat(figure(r, Metric.JOBS_FAILED)).isEqualTo(1);
    assertThat(figure(r, Metric.JOBS_CANCELLED)).isEqualTo(1);
    assertThat(figure(r, Metric.JOBS_REJECTED)).isEqualTo(1);
    assertThat(r.stuck()).isEmpty();
  }

  @Test
  void inflationDropsWhatDoesNotFitAndCountsItAsArrived() {
    // 4 devices. 3 + 2 (dropped) + 1 = 6 arrive: 75 %, 125 %, 150 %.
    List<Workload.Entry> jobs =
        List.of(
            entry(0, Jobs.single(1, "a").devices(3).build(), 1),
            entry(1, Jobs.single(2, "b").devices(2).build(), 1),
            entry(2, Jobs.single(3, "c").devices(1).build(), 1));
    SimulationResult r =
        Simulation.of(cluster(1), Workload.of(jobs), BESTFIT, WorldModels.IDEAL, 1)
            .assertions(Assertions.FULL)
            .protocol(Protocol.INFLATION)
            .run();
    assertThat(figure(r, Metric.GPU_ALLOCATION)).isEqualTo(1);
    assertThat(figure(r, Metric.JOBS_CANCELLED)).isEqualTo(1);
    assertThat(figure(r, Metric.JOBS_UNFINISHED)).isEqualTo(2);
    assertThat(r.scorecard().figure(Metric.GPU_ALLOCATION_AT_100)).isEmpty();

    List<Workload.Entry> hundred = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      hundred.add(entry(i, Jobs.single(i + 1, "p").share(100).build(), 1));
    }
    SimulationResult s =
        Simulation.of(cluster(1), Workload.of(hundred), BESTFIT, WorldModels.IDEAL, 1)
            .assertions(Assertions.FULL)
            .protocol(Protocol.INFLATION)
            .run();
    assertThat(figure(s, Metric.GPU_ALLOCATION_AT_100)).isEqualTo(1);
    assertThat(figure(s, Metric.GPU_ALLOCATION_AT_130)).isEqualTo(1);
    assertThat(figure(s, Metric.JOBS_CANCELLED)).isEqualTo(20);
  }

  private static Workload random(long seed, int jobs) {
    Random random = new Random(seed);
    List<Workload.Entry> entries = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      Jobs job = Jobs.gang(i + 1, "r", 1 + random.nextInt(3));
      JobSpec spec =
          (random.nextInt(3) == 0
                  ? job.share(100 + random.nextInt(900))
                  : job.devices(1 + random.nextInt(4)))
              .build();
      entries.add(entry(random.nextInt(2_000), spec, 1 + random.nextInt(300)));
    }
    return Workload.of(entries);
  }

  @Test
  void equalRunsAreEqualAndTheirJournalRecoversToTheSameState() {
    Failures failures =
        new Failures(Duration.ofHours(5), Duration.ofMinutes(5), Duration.ZERO, Duration.ZERO);
    WorldModels models =
        WorldModels.IDEAL.withFailures(failures).withOverheads(Overheads.named("helios"));
    MemoryJournal journal = new MemoryJournal();
    SimulationResult first = run(models, journal);
    SimulationResult second = run(models, new MemoryJournal());
    assertThat(second.stateHash()).isEqualTo(first.stateHash());
    assertThat(second.turns()).isEqualTo(first.turns());
    assertThat(comparable(second.scorecard())).isEqualTo(comparable(first.scorecard()));
    assertThat(figure(first, Metric.JOBS_COMPLETED)).isEqualTo(200);
    Engine fresh = new Engine(new EngineConfig(BESTFIT, Assertions.FULL, 7));
    ControlLoop recovered = ControlLoop.over(fresh, journal).build();
    assertThat(recovered.engine().hash()).isEqualTo(first.stateHash());
  }

  private static SimulationResult run(WorldModels models, MemoryJournal journal) {
    return Simulation.of(cluster(4), random(3, 200), BESTFIT, models, 7)
        .assertions(Assertions.FULL)
        .forecasts(new Forecasts.Oracle(0.5))
        .journal(journal)
        .run();
  }

  private static java.util.Map<String, Double> comparable(Scorecard scorecard) {
    java.util.Map<String, Double> figures = new java.util.TreeMap<>(scorecard.figures());
    figures.keySet().removeIf(k -> k.startsWith("decision_") || k.startsWith("wall_"));
    return figures;
  }

  @Test
  void whatTheRecorderBooksIsWhatTheLedgerBooks() {
    Session session =
        Simulation.of(cluster(3), random(5, 300), BESTFIT, WorldModels.IDEAL, 1).open();
    for (int i = 0; i < 400 && session.step(Long.MAX_VALUE); i++) {
      long booked =
          session.engine().state().ledger.holdings().values().stream()
              .mapToLong(h -> h.deviceMilli())
              .sum();
      assertThat(session.recorder().allocation() * session.recorder().capacityMilli())
          .isCloseTo(booked, within(1e-6));
    }
  }

  @Test
  void aRunEndsWhenNothingMoreCanHappen() {
    SimulationResult r =
        simulation(
                BESTFIT,
                cluster(1),
                entry(0, Jobs.single(1, "a").devices(4).notPreemptible().build(), 10),
                new Workload.Entry(
                    1000, Jobs.single(2, "endless").devices(4).build(), JobProfile.endless()),
                entry(2, Jobs.single(3, "waits").devices(4).build(), 10))
            .horizon(Duration.ofHours(1))
            .run();
    assertThat(r.stuck()).containsExactly(new JobId(2), new JobId(3));
    assertThat(figure(r, Metric.JOBS_UNFINISHED)).isEqualTo(2);
  }
}
