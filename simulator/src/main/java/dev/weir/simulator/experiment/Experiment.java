package dev.weir.simulator.experiment;

import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.run.Cluster;
import dev.weir.simulator.run.Forecasts;
import dev.weir.simulator.run.Protocol;
import dev.weir.simulator.world.WorldModels;
import dev.weir.traces.TraceJob;
import dev.weir.traces.TraceReport;
import java.util.List;
import java.util.OptionalDouble;

/**
 * An experiment with everything that it names at hand.
 *
 * @param name stands in results
 * @param description for the report
 * @param trace short name of the trace
 * @param source what was read, with hashes and notes
 * @param jobs as the trace has them
 * @param load offered load that the jobs are brought to; empty = as they are
 */
public record Experiment(
    String name,
    String description,
    String trace,
    TraceReport source,
    Cluster cluster,
    List<TraceJob> jobs,
    Protocol protocol,
    OptionalDouble load,
    List<PolicySpec> policies,
    Seeds seeds,
    Forecasts forecasts,
    WorldModels models) {
  public Experiment {
    jobs = List.copyOf(jobs);
    policies = List.copyOf(policies);
  }

  /** Devices of the cluster. */
  public long devices() {
    return cluster.nodes().stream().mapToLong(n -> n.devices().size()).sum();
  }
}
