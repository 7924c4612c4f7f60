package dev.weir.model.event;

import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.forecast.DemandForecast;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.reservation.Reservation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A fact. Its time is the journal's and is handed in beside it. Events of the world may be late,
 * doubled or out of order: those that name an incarnation are dropped when it is not the present
 * one.
 */
public sealed interface Event {

  /** Facts that people or their tools state. */
  sealed interface FromPeople extends Event {}

  /** Facts that a driver observes. */
  sealed interface FromWorld extends Event {}

  /** Facts that the control loop adds: forecasts and the passing of time. */
  sealed interface FromControl extends Event {}

  /** The topology's levels. Must come before the first node. */
  record TopologyConfigured(TopologySpec topology) implements FromPeople {}

  /** The whole tree of queues, replacing the former one. */
  record QueuesConfigured(List<QueueSpec> queues) implements FromPeople {
    public QueuesConfigured {
      queues = List.copyOf(queues);
    }
  }

  /** Fleet-wide counts of licences, replacing the former ones. */
  record LicencesConfigured(Map<String, Integer> licences) implements FromPeople {
    public LicencesConfigured {
      licences = java.util.Collections.unmodifiableMap(new TreeMap<>(licences));
    }
  }

  /** The policy of the following passes. */
  record PolicyConfigured(PolicySpec policy) implements FromPeople {}

  /** A job at the door. */
  record JobSubmitted(JobSpec job) implements FromPeople {}

  /** A person ends a job. */
  record JobCancelled(JobId job, String by) implements FromPeople {}

  /** A person suspends a job; it stays so until resumed. */
  record JobSuspended(JobId job, String by) implements FromPeople {}

  /** A person lets a suspended job go on. */
  record JobResumed(JobId job, String by) implements FromPeople {}

  /** A person changes a job's priority. */
  record PriorityChanged(JobId job, int priority, String by) implements FromPeople {}

  /** A reservation is made. */
  record ReservationMade(Reservation reservation) implements FromPeople {}

  /** A reservation is withdrawn or over. */
  record ReservationEnded(String name) implements FromPeople {}

  /**
   * A setting outside the engine: prices, tokens' hashes, roles, webhooks. Journaled so that the
   * audit log is whole; the engine does not read it.
   *
   * @param name such as {@code prices} or {@code tokens/ci}
   * @param json the new document; empty = removed
   */
  record SettingChanged(String name, Optional<String> json, String by) implements FromPeople {}

  /** A node is there; the same uid again is the same node with new facts. */
  record NodeJoined(NodeSpec node) implements FromWorld {}

  /** A node is gone; ignored when the node of that name has another uid. */
  record NodeLeft(NodeId node, String uid) implements FromWorld {}

  /** A node's health. */
  record NodeHealthChanged(NodeId node, Health health, Optional<String> reason)
      implements FromWorld {
    /** Without a reason. */
    public NodeHealthChanged(NodeId node, Health health) {
      this(node, health, Optional.empty());
    }
  }

  /** How a node is. */
  enum Health {
    /** Takes tasks. */
    READY,
    /** Takes no new task; those that run go on (a flapping node moves nothing). */
    NOT_READY,
    /** Takes no new task by a person's wish. */
    CORDONED,
    /** Its tasks are lost. */
    FAILED
  }

  /** A device fails or is well again. Tasks on the node's other devices are not touched. */
  record DeviceHealthChanged(NodeId node, int device, boolean healthy, Optional<String> reason)
      implements FromWorld {
    /** Without a reason. */
    public DeviceHealthChanged(NodeId node, int device, boolean healthy) {
      this(node, device, healthy, Optional.empty());
    }
  }

  /** The MIG instances that really exist on a device of fixed layout. */
  record MigLayoutObserved(NodeId node, int device, List<MigInstance> layout) implements FromWorld {
    public MigLayoutObserved {
      layout = List.copyOf(layout);
    }
  }

  /** All tasks of an allocation run. */
  record AllocationStarted(AllocationId allocation, JobId job, int incarnation)
      implements FromWorld {}

  /** The world could not start an allocation; nothing of it runs. */
  record StartRefused(AllocationId allocation, JobId job, int incarnation, String reason)
      implements FromWorld {}

  /** A complete checkpoint of the job's work up to now exists. */
  record CheckpointCompleted(JobId job, int incarnation, Optional<Checkpoint> checkpoint)
      implements FromWorld {
    /** Of a world that does not say where it lies. */
    public CheckpointCompleted(JobId job, int incarnation) {
      this(job, incarnation, Optional.empty());
    }
  }

  /** One task of a running allocation is lost with its node or device. */
  record TaskLost(
      AllocationId allocation, JobId job, int incarnation, int role, int task, String reason)
      implements FromWorld {}

  /** No process of the allocation runs any more. */
  record AllocationEnded(
      AllocationId allocation, JobId job, int incarnation, End end, Optional<Exit> exit)
      implements FromWorld {
    /** Of a world that does not say more. */
    public AllocationEnded(AllocationId allocation, JobId job, int incarnation, End end) {
      this(allocation, job, incarnation, end, Optional.empty());
    }
  }

  /** How an allocation ended. */
  enum End {
    /** The work is done. */
    COMPLETED,
    /** The job's own fault (exit code). */
    FAILED,
    /** Stopped at Weir's request. */
    STOPPED,
    /** The world's fault (node, device). */
    LOST,
    /** The enforced time limit was over. */
    TIMED_OUT
  }

  /** An in-place resize is done. */
  record AllocationResized(AllocationId allocation, JobId job, int incarnation)
      implements FromWorld {}

  /** A prediction of a job's run time. */
  record DurationForecastMade(JobId job, DurationForecast forecast) implements FromControl {}

  /** A prediction of what will be asked for, in place of the former one. */
  record DemandForecastMade(DemandForecast forecast) implements FromControl {}

  /** Nothing but time passed: a planned start, a window or a back-off may be due. */
  record TimePassed() implements FromControl {}

  /**
   * A process took the state over from the journal. What passes remembered beside the state, such
   * as searches that were in vain and estimates of the mix, is gone with the former process; told
   * as a fact, so that whoever replays the journal forgets it at the same place and decides the
   * same.
   */
  record StateRecovered() implements FromControl {}
}
