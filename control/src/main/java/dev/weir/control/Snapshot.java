package dev.weir.control;

import dev.weir.engine.snapshot.EngineSnapshot;
import dev.weir.forecast.ForecastError;
import dev.weir.forecast.Learned;
import dev.weir.model.action.Action;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the fold of the journal up to a turn comes to, for the engine and for what control folds
 * beside it. A recovery that starts from here pays for what is alive and for later turns.
 *
 * @param sequence of the turn
 * @param at its journal time, ms
 * @param unfinished its pass ran out of budget
 * @param asked allocations that were asked for and are not over, in the order of their starts
 * @param reshapes asked for and not observed
 */
public record Snapshot(
    long sequence,
    long at,
    boolean unfinished,
    EngineSnapshot engine,
    List<Asked> asked,
    List<Action.ReshapeMig> reshapes,
    Forecasts forecasts,
    List<Reason> reasons) {

  /** One allocation; fields as those of {@link LiveAllocations.Live}. */
  public record Asked(
      AllocationId allocation,
      JobId job,
      DomainId domain,
      int incarnation,
      Optional<Action.ForWorld> pending) {}

  /** What {@link ForecastDesk} knows. */
  public record Forecasts(List<Watched> jobs, ForecastError.Sums error, Learned learned) {}

  /**
   * A job that has not ended.
   *
   * @param runningSince journal time, ms; -1 when it does not run
   */
  public record Watched(
      JobId job,
      long ranMillis,
      long runningSince,
      int incarnation,
      Optional<DurationForecast> first,
      Optional<DurationForecast> newest) {}

  /**
   * Why a node or one of its devices is not well.
   *
   * @param device position; empty = the node
   */
  public record Reason(NodeId node, OptionalInt device, String reason) {}
}
