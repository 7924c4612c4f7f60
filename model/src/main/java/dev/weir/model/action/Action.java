package dev.weir.model.action;

import dev.weir.model.allocation.Allocation;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A decision of the engine, in the order taken. Drivers execute those that concern a world;
 * executing one twice has no further effect. Folding the recorded actions into the state gives the
 * state after the pass.
 */
public sealed interface Action {

  /** Actions that a driver executes. */
  sealed interface ForWorld extends Action {}

  /** Decisions that stay inside. */
  sealed interface Inside extends Action {}

  /** Start all tasks of an allocation. */
  record Start(Allocation allocation) implements ForWorld {}

  /**
   * Stop an allocation and report {@code AllocationEnded} when no process of it runs any more.
   *
   * @param gentle ask for a checkpoint first, for at most {@code grace}
   * @param beneficiary the job for which the room is freed
   */
  record Stop(
      AllocationId allocation,
      JobId job,
      boolean gentle,
      Duration grace,
      StopCause cause,
      Optional<JobId> beneficiary)
      implements ForWorld {}

  /** Why an allocation is stopped. */
  enum StopCause {
    /** A person cancelled the job. */
    CANCELLED,
    /** A person suspended the job. */
    SUSPENDED,
    /** A queue takes back its guarantee. */
    RECLAIM_GUARANTEE,
    /** A queue takes its fair share. */
    RECLAIM_SHARE,
    /** A job of higher priority in the same queue, or earlier in the policy's order. */
    PRIORITY,
    /** A reservation or maintenance window begins. */
    RESERVATION,
    /** The job is moved to make room or to a better place. */
    MOVE,
    /** The job is resized and restarts. */
    RESIZE,
    /** Part of the gang is lost and cannot be replaced. */
    GANG_BROKEN,
    /** The enforced time limit is over. */
    TIME_LIMIT
  }

  /**
   * Change the tasks of a running allocation, which keeps its id.
   *
   * @param tasks the tasks from now on
   * @param inPlace true: tasks that stay are not restarted; false: the driver stops all at a
   *     checkpoint and starts {@code tasks} as the next incarnation
   * @param beneficiary the job for which room is freed
   */
  record Resize(
      AllocationId allocation,
      JobId job,
      int incarnation,
      List<TaskPlacement> tasks,
      boolean inPlace,
      ResizeCause cause,
      Optional<JobId> beneficiary)
      implements ForWorld {
    public Resize {
      tasks = List.copyOf(tasks);
    }
  }

  /** Why an allocation is resized. */
  enum ResizeCause {
    GROW,
    SHRINK,
    MOVE,
    REPAIR
  }

  /** Give an idle device of fixed MIG layout another layout. */
  record ReshapeMig(NodeId node, int device, List<MigInstance> layout) implements ForWorld {
    public ReshapeMig {
      layout = List.copyOf(layout);
    }
  }

  /** The job can never run. */
  record Reject(JobId job, Verdict verdict) implements Inside {}

  /** The job is given up, for example after its last allowed restart. */
  record Fail(JobId job, String reason) implements Inside {}

  /**
   * A waiting job's planned start is set, moved or dropped.
   *
   * @param planned empty = dropped
   * @param cause why, from a closed list; backfill is never one
   */
  record Plan(JobId job, Optional<PlannedStart> planned, PlanCause cause) implements Inside {}

  /** Why a planned start was set or changed. */
  enum PlanCause {
    /** First plan of the job. */
    NEW,
    /** Running jobs are making room for it; the room is the job's from now on. */
    FREED,
    /** Room is free sooner; the start moved forward. */
    EARLIER,
    /** A running job is not gone when it was expected to be. */
    OVERRUN,
    /** A device or node was lost, drained or came back changed. */
    CAPACITY,
    /** A job of higher standing took the place. */
    HIGHER_PRIORITY,
    /** A queue took back its share. */
    RECLAIM,
    /** A person changed the job, a reservation, the queues or the policy. */
    PERSON,
    /** The job started or left the queue. */
    DONE
  }

  /**
   * A date and a place.
   *
   * @param at journal time, ms
   * @param tasks the place that is protected
   */
  record PlannedStart(long at, List<Integer> variants, List<TaskPlacement> tasks) {
    public PlannedStart {
      variants = List.copyOf(variants);
      tasks = List.copyOf(tasks);
    }
  }
}
