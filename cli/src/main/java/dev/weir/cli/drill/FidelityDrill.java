package dev.weir.cli.drill;

import dev.weir.api.wire.SubmitRequest;
import dev.weir.cli.terminal.Progress;
import dev.weir.engine.policy.Policies;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Scorecard;
import dev.weir.simulator.replay.Recorded;
import dev.weir.simulator.replay.WhatIf;
import dev.weir.store.Store;
import dev.weir.store.sql.SqlStore;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Real jobs beside the same jobs in the simulator. The jobs work a fifth of the time and sleep the
 * rest, so that eight of them fit on two cores. What differs is what the simulator does not know:
 * how long each start and each end really took.
 *
 * @param jobs how many
 * @param seed of sizes, run times and arrivals
 */
record FidelityDrill(int jobs, long seed) implements Drill {
  private static final double TOLERANCE = 0.05;

  @Override
  public long steps() {
    return jobs;
  }

  @Override
  public Outcome run(LiveServer server, Progress progress) throws Exception {
    server.start();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < jobs; i++) {
      int devices = 1 << random.nextInt(3);
      int tenths = 20 + random.nextInt(80);
      String job =
          """
          name: fidelity-%d
          devices: %d
          command: i=0; while [ $i -lt %d ]; do sleep 0.098; i=$((i+1)); done
          """
              .formatted(i, devices, tenths);
      server.client().submit(SubmitRequest.of("fidelity.yaml", job));
      Thread.sleep(random.nextLong(3_000));
      progress.step(1);
    }
    server.awaitRest(Duration.ofMinutes(10));
    server.stop();
    return compare(server);
  }

  private static Outcome compare(LiveServer server) throws Exception {
    PolicySpec initial = Policies.find("weir").orElseThrow();
    try (Store store = SqlStore.open(server.store(), "drill")) {
      Recorded recorded = Recorded.of(store, initial);
      PolicySpec policy = recorded.policy().orElse(initial);
      Scorecard simulated = new WhatIf(recorded).under(policy, 0).scorecard();
      Outcome.Notes notes = new Outcome.Notes().figure("start_median_ms", recorded.startMillis());
      for (Metric metric : new Metric[] {Metric.JCT_MEAN, Metric.MAKESPAN, Metric.QUEUEING_MEAN}) {
        notes
            .figure(metric.key() + "_real_s", figure(recorded.scorecard(), metric))
            .figure(metric.key() + "_simulated_s", figure(simulated, metric));
      }
      for (Metric metric : new Metric[] {Metric.JCT_MEAN, Metric.MAKESPAN}) {
        double real = figure(recorded.scorecard(), metric);
        double difference = figure(simulated, metric) / real - 1;
        notes
            .figure(metric.key() + "_difference", difference)
            .kept(
                Math.abs(difference) <= TOLERANCE,
                "%s differs by %.1f %%",
                metric.key(),
                100 * difference);
      }
      return notes.outcome();
    }
  }

  private static double figure(Scorecard card, Metric metric) {
    return card.figure(metric).orElse(Double.NaN);
  }
}
