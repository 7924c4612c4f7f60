package dev.weir.benchmarks;

import dev.weir.engine.policy.Policies;
import dev.weir.simulator.experiment.TraceFleet;
import dev.weir.simulator.experiment.TraceWorkload;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Scorecard;
import dev.weir.simulator.run.Cluster;
import dev.weir.simulator.run.Forecasts;
import dev.weir.simulator.run.Simulation;
import dev.weir.simulator.run.SimulationResult;
import dev.weir.simulator.world.WorldModels;
import dev.weir.traces.TraceJob;
import dev.weir.traces.workload.SyntheticTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The whole simulation on an invented trace: world, control loop, engine, forecasts from history,
 * recorder. One run on one thread.
 */
public final class SimulatorBench {
  /** Of the devices; near the edge, so that jobs wait. */
  private static final double LOAD = 0.9;

  private static final int DEVICES_PER_NODE = 8;

  private final SyntheticTrace trace;
  private final List<TraceJob> jobs = new ArrayList<>();
  private final Cluster cluster;

  /** Makes the trace. */
  public SimulatorBench(int jobs, int devices) {
    trace = SyntheticTrace.of(1, jobs, Math.max(1, devices / DEVICES_PER_NODE), LOAD);
    trace.jobList().forEachRemaining(this.jobs::add);
    cluster = TraceFleet.of(trace.nodeList(), this.jobs);
  }

  /**
   * One run. {@code ops_per_s} counts jobs, {@code p50_ms} and {@code p99_ms} are those of a pass.
   *
   * @param name of the result
   */
  public BenchResult run(String name, String policy, Simulation.Progress progress) {
    try (Heap.Watch heap = new Heap.Watch()) {
      long begin = System.nanoTime();
      SimulationResult result =
          Simulation.of(
                  cluster,
                  new TraceWorkload(jobs),
                  Policies.find(policy).orElseThrow(),
                  WorldModels.IDEAL,
                  1)
              .forecasts(new Forecasts.History())
              .progress(progress)
              .run();
      double wall = (System.nanoTime() - begin) / 1e9;
      Scorecard card = result.scorecard();
      return new BenchResult(
              name,
              trace.nodes(),
              trace.devices(),
              jobs.size(),
              jobs.size() / wall,
              card.figure(Metric.DECISION_MS_P50).orElse(0),
              card.figure(Metric.DECISION_MS_P99).orElse(0),
              heap.megabytes(),
              wall,
              new TreeMap<>())
          .with(
              Map.of(
                  "gpu_utilization_arrivals",
                  card.figure(Metric.GPU_UTILIZATION_ARRIVALS).orElse(0)));
    }
  }
}
