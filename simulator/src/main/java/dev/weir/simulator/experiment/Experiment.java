package dev.weir.simulator.experiment;

import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.run.Cluster;
import dev.weir.simulator.run.Forecasts;
import dev.weir.simulator.run.Protocol;
import dev.weir.simulator.world.WorldModels;
import dev.weir.traces.TraceJob;
import dev.weir.traces.TraceReport;
import dev.weir.traces.workload.Workloads;
import java.util.List;
import java.util.OptionalDouble;

/**
 * An experiment with everything that it names at hand.
 *
 * @param name stands in results
 * @param description for the report
 * @param trace short name of the trace
 * @param source what was read, with hashes and notes
 * @param changes what was left out or cut, one sentence each
 * @param jobs as the trace has them, after the changes
 * @param load offered load that the jobs are brought to; empty = as they are
 */
public record Experiment(
    String name,
    String description,
    String trace,
    TraceReport source,
    List<String> changes,
    Cluster cluster,
    List<TraceJob> jobs,
    Protocol protocol,
    OptionalDouble load,
    List<PolicySpec> policies,
    Seeds seeds,
    Forecasts forecasts,
    WorldModels models) {
  public Experiment {
    changes = List.copyOf(changes);
    jobs = List.copyOf(jobs);
    policies = List.copyOf(policies);
  }

  /** The jobs that arrive in the run with this seed: brought to the load. */
  public List<TraceJob> arrivals(long seed) {
    if (load.isEmpty()) {
      return jobs;
    }
    double wanted = load.getAsDouble();
    return switch (protocol) {
      case TIMED -> Workloads.compressToLoad(jobs, devices(), wanted);
      case INFLATION -> Workloads.inflate(jobs, seed, wanted, 1000 * devices());
    };
  }

  /** Devices of the cluster. */
  public long devices() {
    return cluster.nodes().stream().mapToLong(n -> n.devices().size()).sum();
  }
}
