package dev.weir.simulator.scenario;

import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import java.time.Duration;

/** How the simulated world behaves. */
@Doc("How the simulated world behaves; without it nothing takes time but the work itself.")
public record World(
    @Doc("From the decision until all tasks run.") @Default("0s") Duration start,
    @Doc(
            "From the wish for a checkpoint until it is complete; more than a job's grace = it never"
                + " becomes complete.")
        @Default("0s")
        Duration checkpoint,
    @Doc("From the start of a job that ran before until it makes progress.") @Default("0s")
        Duration restart,
    @Doc("Whether periodic checkpoints are reported, so that it is known what a stop would lose.")
        @Default("false")
        boolean reportCheckpoints,
    @Doc("What is known about run times in advance: nothing, or exactly what they will be.")
        @Default("none")
        Forecasts forecasts) {

  /** Forecasts. */
  public enum Forecasts {
    /** Limits alone. */
    NONE,
    /** The truth. */
    EXACT
  }
}
