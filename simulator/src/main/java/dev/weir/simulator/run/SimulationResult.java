package dev.weir.simulator.run;

import dev.weir.forecast.ForecastError;
import dev.weir.model.id.JobId;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.metrics.Scorecard;
import dev.weir.simulator.world.WorldModels;
import java.util.List;

/**
 * What came out, with all that went in but the cluster and the workload.
 *
 * @param models every constant of the world
 * @param scorecard what was measured
 * @param forecastError how good the forecasts were
 * @param turns turns of the control loop
 * @param endedAt virtual time of the end, ms
 * @param stuck the first jobs that had not ended although nothing more could happen, or the horizon
 *     was reached; their number is a figure of the scorecard
 * @param stateHash hash of the engine's state at the end; equal runs have equal hashes
 */
public record SimulationResult(
    PolicySpec policy,
    WorldModels models,
    Forecasts forecasts,
    Protocol protocol,
    long seed,
    Scorecard scorecard,
    ForecastError.Figures forecastError,
    long turns,
    long endedAt,
    List<JobId> stuck,
    long stateHash) {
  public SimulationResult {
    stuck = List.copyOf(stuck);
  }
}
