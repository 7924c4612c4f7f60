package dev.weir.engine.snapshot;

import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import java.util.List;
import java.util.Optional;

/**
 * The jobs that have not ended, and how the others ended.
 *
 * @param submissions jobs that were ever taken in
 * @param longestGraceMillis the longest grace that any of them asked for
 * @param ended by id
 * @param live in the order of submission
 */
public record JobsSnapshot(
    long submissions, long longestGraceMillis, List<Ended> ended, List<LiveJob> live) {

  /**
   * How jobs with ids in a row ended.
   *
   * @param first id of the first
   * @param ends a letter each: C completed, F failed, X cancelled, R rejected, a dot for none
   */
  public record Ended(long first, String ends) {}

  /** One job; fields as those of {@code dev.weir.engine.job.Job}. */
  public record LiveJob(
      JobSpec spec,
      long sequence,
      long submittedAt,
      int priority,
      JobState state,
      int incarnation,
      Optional<Holding> holding,
      Optional<PlannedStart> planned,
      Optional<Promise> promise,
      Optional<DurationForecast> forecast,
      long runningSince,
      long savedMillis,
      long savedAt,
      long attained,
      long firstStart,
      long waitingSince,
      int refusals,
      long notBefore,
      int restarts,
      List<Long> disruptions,
      List<Place> leaving,
      List<Place> lost,
      boolean timedOut,
      Optional<String> suspendedBy,
      boolean cancelled,
      boolean stopSent,
      Optional<JobId> beneficiary,
      int victims,
      long improvedAt) {}

  /** What a job's allocation holds. */
  public record Holding(
      AllocationId id,
      int incarnation,
      List<Integer> variants,
      List<Place> places,
      long since,
      long expectedEnd,
      boolean stopping) {}

  /**
   * Room that belongs to a waiting job.
   *
   * @param freed it is being freed for it; else it is planned to start there
   */
  public record Promise(boolean freed, long from, long until, List<Place> places) {}

  /**
   * One task's place.
   *
   * @param node its index
   */
  public record Place(int role, int variant, int task, int node, DeviceBooking devices) {}
}
