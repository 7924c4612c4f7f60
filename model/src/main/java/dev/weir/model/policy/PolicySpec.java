package dev.weir.model.policy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A policy as data. Strategy names are those of the engine's registry.
 *
 * @param name how people call it
 * @param order strategy that orders jobs inside a queue
 * @param fairness whether queues are ordered by dominant share; false: one order over all queues
 * @param scores placement scores by strategy name, with their weights
 * @param backfill what happens behind a job that cannot start
 * @param reclaim what may be taken away from running jobs
 * @param improve what is done for running jobs with room to spare
 * @param parameters numbers of the strategies, by {@code strategy.parameter}
 */
public record PolicySpec(
    String name,
    String order,
    boolean fairness,
    Map<String, Double> scores,
    Backfill backfill,
    Reclaim reclaim,
    Improve improve,
    Map<String, Double> parameters) {
  public PolicySpec {
    scores = java.util.Collections.unmodifiableMap(new TreeMap<>(scores));
    parameters = java.util.Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** What jobs behind a blocked one may do. */
  public enum BackfillMode {
    /** Nobody passes (strict order). */
    NONE,
    /** Everybody who fits passes; nothing is promised. */
    GREEDY,
    /** The first {@code depth} blocked jobs get planned starts that nobody may delay. */
    EASY,
    /** Every blocked job gets one, as far as the pass's budget reaches. */
    CONSERVATIVE
  }

  /** From what expected ends are taken. */
  public enum EndBasis {
    /** Enforced limits; a job without one never ends. */
    LIMITS,
    /** Forecasts at {@code quantile}, bounded by the limit. */
    FORECASTS
  }

  /**
   * @param depth planned starts per pass in mode EASY
   * @param quantile 0.5 or 0.9, for forecasts
   */
  public record Backfill(BackfillMode mode, int depth, EndBasis basis, double quantile) {
    public Backfill {
      if (depth < 0 || !(quantile > 0 && quantile < 1)) {
        throw new IllegalArgumentException(
            "backfill needs a depth of 0 or more and a quantile between 0 and 1");
      }
    }
  }

  /**
   * @param guarantee queues below their guarantee take it back
   * @param share queues below their fair share take it from those above theirs
   * @param priority jobs of higher priority take room inside their queue
   * @param order jobs earlier in the policy's order take room from later ones (SRTF, LAS)
   * @param move running jobs may be moved to make room
   * @param maxVictims most victims for one job
   * @param capPerHour most disruptions of one job in an hour; 0 = no cap
   * @param protection time after each start in which no job is taken away
   */
  public record Reclaim(
      boolean guarantee,
      boolean share,
      boolean priority,
      boolean order,
      boolean move,
      int maxVictims,
      int capPerHour,
      Duration protection) {
    public static final Reclaim NEVER =
        new Reclaim(false, false, false, false, false, 0, 0, Duration.ZERO);

    /** Whether anything may ever be taken away. */
    public boolean any() {
      return guarantee || share || priority || order;
    }
  }

  /**
   * @param grow elastic jobs take free room
   * @param consolidate jobs move to leave whole nodes or domains free
   * @param reshape idle devices of fixed MIG layout are re-cut for waiting jobs
   * @param period least time between two improvements of one job; empty = every pass
   */
  public record Improve(
      boolean grow, boolean consolidate, boolean reshape, Optional<Duration> period) {
    public static final Improve NOTHING = new Improve(false, false, false, Optional.empty());
  }

  /** The parameter's value, or the default when the policy does not set it. */
  public double parameter(String key, double otherwise) {
    return parameters.getOrDefault(key, otherwise);
  }
}
