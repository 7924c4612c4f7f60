package dev.weir.engine.job;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Holding;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Role;
import dev.weir.model.verdict.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One known job. Plain fields: there are a million of them and they are read in every pass. Only
 * the state's transitions and the pass's commits write them.
 */
public final class Job {
  /** What the job asks for, shared by all jobs that ask for the same. */
  public final Shape shape;

  /** Order of submission, from 0; the last tie-break of every order. */
  public final long sequence;

  /** Journal time of the submission. */
  public final long submittedAt;

  public JobSpec spec;
  public int priority;
  public JobState state = JobState.QUEUED;

  /** Starts so far; the present incarnation while it runs. */
  public int incarnation;

  public @Nullable Holding holding;

  /** Promised date and place while it waits. */
  public @Nullable PlannedStart planned;

  /** Forecast of the total undisturbed run time. */
  public @Nullable DurationForecast forecast;

  /** {@link #runningSince} of a job whose tasks do not run; a run may begin at journal time 0. */
  public static final long NOT_RUNNING = Long.MIN_VALUE;

  /** Journal time at which the present run began, or {@link #NOT_RUNNING}. */
  public long runningSince = NOT_RUNNING;

  /** Run time kept in the newest complete checkpoint, ms. */
  public long savedMillis;

  /**
   * Journal time of the newest complete checkpoint of this run; the run's start before the first.
   */
  public long savedAt;

  /** Device-time received in ended runs, in milli-device × ms (LAS). */
  public long attained;

  /** Time of the first start; -1 before. */
  public long firstStart = -1;

  /** Journal time since which it waits. */
  public long waitingSince;

  /** Starts refused in a row, and when the next try is due. */
  public int refusals;

  public long notBefore = Long.MIN_VALUE;

  /** Restarts after faults. */
  public int restarts;

  /** Times of recent disruptions, oldest first; those older than an hour are dropped. */
  public final ArrayDeque<Long> disruptions = new ArrayDeque<>(0);

  /** Tasks that a resize takes away, booked until the world says that they are gone. */
  public final ArrayList<Holding.Place> leaving = new ArrayList<>(0);

  /** Tasks lost with their node or device and not replaced yet. */
  public final ArrayList<Holding.Place> lost = new ArrayList<>(0);

  /** The stop that was sent is for its time limit. */
  public boolean timedOut;

  /** A person suspended it (or asked for it while it still runs). */
  public @Nullable String suspendedBy;

  /** A person cancelled it. */
  public boolean cancelled;

  /** A stop was sent for the present incarnation. */
  public boolean stopSent;

  /** The job for which its room is being freed. */
  public @Nullable JobId beneficiary;

  /** Running jobs that are making room for this one. */
  public int victims;

  /** Time of the last change of size or place. */
  public long improvedAt = Long.MIN_VALUE;

  /**
   * Its place among waiting jobs, worked out by the policy's order when it began to wait. Written
   * by its queue alone: the queue's indexes rest on it.
   */
  public double orderKey;

  /** The priority under which it is indexed; 0 in orders that ignore priorities. */
  public int orderPriority;

  /** Verdict of its own; when absent that of its shape in its queue holds. */
  public @Nullable Verdict verdict;

  /**
   * The asks of a job's roles and variants, interned, with what else decides about its placement.
   *
   * @param id dense from 0
   * @param asks [role][variant]
   */
  public record Shape(int id, JobSpec pattern, Ask[][] asks) {
    /** Whether a role has more than one size. */
    public boolean elastic() {
      for (Role role : pattern.roles()) {
        if (role.elastic()) {
          return true;
        }
      }
      return false;
    }

    /**
     * Devices of the smallest size in the first variant, in milli and without regard to the model;
     * a MIG instance counts an eighth.
     */
    public long smallestMilli() {
      long sum = 0;
      for (int r = 0; r < asks.length; r++) {
        Ask ask = asks[r][0];
        long perTask =
            switch (ask.kind) {
              case NONE -> 0;
              case WHOLE -> 1000L * ask.count;
              case FRACTION -> (long) ask.shareMilli * ask.count;
              case MIG -> 125L * ask.count;
            };
        sum += perTask * pattern.roles().get(r).tasks(0, pattern.roles().get(r).smallest());
      }
      return sum;
    }

    @Override
    public boolean equals(Object o) {
      return this == o;
    }

    @Override
    public int hashCode() {
      return id;
    }
  }

  public Job(Shape shape, JobSpec spec, long sequence, long submittedAt) {
    this.shape = shape;
    this.spec = spec;
    this.sequence = sequence;
    this.submittedAt = submittedAt;
    this.priority = spec.priority();
    this.waitingSince = submittedAt;
  }

  public JobId id() {
    return spec.id();
  }

  /** Takes all that a decision may change back to what it is now. */
  public Runnable memento() {
    JobState wasState = state;
    int wasIncarnation = incarnation;
    Holding wasHolding = holding;
    PlannedStart wasPlanned = planned;
    long wasRunningSince = runningSince;
    long wasAttained = attained;
    long wasFirstStart = firstStart;
    int wasRestarts = restarts;
    int wasVictims = victims;
    boolean wasStopSent = stopSent;
    boolean wasTimedOut = timedOut;
    JobId wasBeneficiary = beneficiary;
    long wasImprovedAt = improvedAt;
    Verdict wasVerdict = verdict;
    List<Long> wasDisruptions = List.copyOf(disruptions);
    List<Holding.Place> wasLeaving = List.copyOf(leaving);
    List<Holding.Place> wasLost = List.copyOf(lost);
    return () -> {
      state = wasState;
      incarnation = wasIncarnation;
      holding = wasHolding;
      planned = wasPlanned;
      runningSince = wasRunningSince;
      attained = wasAttained;
      firstStart = wasFirstStart;
      restarts = wasRestarts;
      victims = wasVictims;
      stopSent = wasStopSent;
      timedOut = wasTimedOut;
      beneficiary = wasBeneficiary;
      improvedAt = wasImprovedAt;
      verdict = wasVerdict;
      disruptions.clear();
      disruptions.addAll(wasDisruptions);
      leaving.clear();
      leaving.addAll(wasLeaving);
      lost.clear();
      lost.addAll(wasLost);
    };
  }

  /** Run time of the present run so far, ms; 0 when it does not run. */
  public long runMillis(long now) {
    return state.holdsRoom() && runningSince != NOT_RUNNING ? Math.max(0, now - runningSince) : 0;
  }

  /** Device-time received so far, in milli-device × ms. */
  public long attained(long now) {
    return attained + (holding == null ? 0 : holding.deviceMilli() * runMillis(now));
  }

  /** Run time that would be lost if it were stopped without a new checkpoint, ms. */
  public long unsavedMillis(long now) {
    return runMillis(now) == 0 ? 0 : Math.max(0, now - savedAt);
  }

  /** Forecast of the remaining run time at the median, ms; {@code otherwise} without a forecast. */
  public long remainingMillis(long now, long otherwise) {
    DurationForecast f = forecast;
    if (f == null) {
      return otherwise;
    }
    long done = savedMillis + (holding == null ? 0 : Math.max(0, now - savedAt));
    return Math.max(1, f.p50() - done);
  }

  @Override
  public String toString() {
    return spec.id() + " " + spec.name();
  }
}
