package dev.weir.simulator.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.control.Journal;
import dev.weir.control.MemoryJournal;
import dev.weir.control.Replay;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Scorecard;
import dev.weir.simulator.run.Cluster;
import dev.weir.simulator.run.Simulation;
import dev.weir.simulator.world.JobProfile;
import dev.weir.simulator.world.Workload;
import dev.weir.simulator.world.WorldModels;
import dev.weir.testkit.DeviceModels;
import dev.weir.testkit.Jobs;
import dev.weir.testkit.Nodes;
import dev.weir.testkit.Queues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WhatIfTest {
  private static final PolicySpec FIFO = Policies.find("fifo").orElseThrow();
  private static final PolicySpec PRIORITY = Policies.find("priority").orElseThrow();

  /** A record of 40 jobs under fifo; the odd ones are short and urgent. */
  private static Journal recorded(Duration horizon) {
    Random random = new Random(7);
    List<Workload.Entry> jobs = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      boolean urgent = i % 2 == 1;
      jobs.add(
          new Workload.Entry(
              i * 2_000L,
              Jobs.single(i, "j" + i)
                  .devices(1 + random.nextInt(4))
                  .priority(urgent ? 10 : 0)
                  .build(),
              JobProfile.of(urgent ? 5_000 : 60_000 + random.nextInt(60_000))));
    }
    MemoryJournal journal = new MemoryJournal();
    Simulation.of(
            Cluster.of(
                Nodes.of("n", 2).devices(4, DeviceModels.A100).build(),
                List.of(Queues.of(Jobs.QUEUE).build())),
            Workload.of(jobs),
            FIFO,
            WorldModels.IDEAL,
            0)
        .at(90_000, new Event.JobCancelled(new JobId(4), "ann"))
        .journal(journal)
        .horizon(horizon)
        .run();
    return journal;
  }

  private static double of(Scorecard scorecard, Metric metric) {
    return scorecard.figure(metric).orElseThrow();
  }

  @Test
  void theSamePolicyInTheSameWorldGivesWhatWasRecorded() {
    Recorded recorded = Recorded.of(recorded(Duration.ofDays(1)), FIFO);
    Scorecard again = new WhatIf(recorded).under(FIFO, 0).scorecard();
    for (Metric metric :
        List.of(
            Metric.JCT_MEAN,
            Metric.JCT_P99,
            Metric.MAKESPAN,
            Metric.QUEUEING_MEAN,
            Metric.GPU_UTILIZATION,
            Metric.JOBS_COMPLETED,
            Metric.JOBS_CANCELLED)) {
      assertThat(of(again, metric))
          .as(metric.key())
          .isCloseTo(of(recorded.scorecard(), metric), within(1e-9));
    }
  }

  @Test
  void anotherPolicyGivesSomethingElseOnTheSameJobs() {
    Recorded recorded = Recorded.of(recorded(Duration.ofDays(1)), FIFO);
    Scorecard other = new WhatIf(recorded).under(PRIORITY, 0).scorecard();
    assertThat(of(other, Metric.JCT_MEAN))
        .isLessThan(0.9 * of(recorded.scorecard(), Metric.JCT_MEAN));
    assertThat(of(other, Metric.JOBS_COMPLETED))
        .isEqualTo(of(recorded.scorecard(), Metric.JOBS_COMPLETED));
  }

  @Test
  void jobsThatHadNotEndedRunOnUntilTheRecordEnds() {
    Recorded recorded = Recorded.of(recorded(Duration.ofSeconds(100)), FIFO);
    WhatIf whatIf = new WhatIf(recorded);
    assertThat(whatIf.unfinished()).isPositive();
    assertThat(whatIf.under(FIFO, 0).endedAt()).isLessThanOrEqualTo(100_000);
  }

  @Test
  void theSamePolicyDecidesBitForBitTheSame() {
    Journal journal = recorded(Duration.ofDays(1));
    EngineConfig config = new EngineConfig(FIFO, Assertions.OFF, 0);
    assertThat(Replay.decideAgain(journal, new Engine(config))).isEmpty();
  }

  @Test
  void aJournalWithoutJobsIsRefused() {
    assertThatThrownBy(() -> Recorded.of(new MemoryJournal(), FIFO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no job");
  }
}
