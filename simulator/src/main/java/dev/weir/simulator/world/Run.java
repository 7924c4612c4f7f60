package dev.weir.simulator.world;

import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.id.AllocationId;
import dev.weir.model.job.JobSpec;
import java.util.List;

/**
 * One allocation in the world. Work is in milliseconds at reference speed. Between two changes of
 * speed (a segment) progress is a straight line, so that periodic checkpoints need no event: what
 * was saved at the last one is computed when someone asks.
 */
final class Run {
  /** Where an allocation is. */
  enum Phase {
    /** Tasks are being started. */
    STARTING,
    /** All tasks run. */
    RUNNING,
    /** Works on until its next periodic checkpoint or the end of the grace, then stops. */
    LEAVING,
    /** A checkpoint is being written; then it stops, or starts anew elsewhere. */
    SAVING,
    /** Part of it is lost; the rest stands still. */
    BROKEN,
    /** The work is done, the user's wish to end it is on its way. */
    DONE
  }

  final int slot;
  final int job;
  final JobSpec spec;
  final JobProfile profile;
  final AllocationId id;
  int incarnation;
  List<TaskPlacement> tasks;
  Phase phase = Phase.STARTING;

  /** Counts up whenever what was foreseen no longer holds; older events are dropped. */
  int generation;

  /** Devices in milli and in number. */
  long milli;

  int devices;

  double speed;
  double effective;
  double communication;

  /** The job has run before; its next start is a restart. */
  boolean again;

  /** The tasks are to start anew at {@link #next} once the checkpoint is written. */
  boolean resizing;

  List<TaskPlacement> next = List.of();

  /** The checkpoint that is being written will be complete. */
  boolean saves;

  /** Start of all tasks, ms. */
  long startedAt;

  /** Start of the segment, ms; progress begins then. */
  long mark;

  /** Work left at {@link #mark}. */
  double left;

  /** Work left according to the newest complete checkpoint. */
  double saved;

  /** Periodic checkpoints are complete at this time plus multiples of the interval. */
  long checkpointBase;

  Run(
      int slot,
      int job,
      JobSpec spec,
      JobProfile profile,
      AllocationId id,
      int incarnation,
      List<TaskPlacement> tasks,
      double left) {
    this.slot = slot;
    this.job = job;
    this.spec = spec;
    this.profile = profile;
    this.id = id;
    this.incarnation = incarnation;
    this.left = left;
    this.saved = left;
    this.tasks = tasks;
    place(tasks);
  }

  void place(List<TaskPlacement> places) {
    tasks = places;
    milli = 0;
    devices = 0;
    for (TaskPlacement task : places) {
      int count = Long.bitCount(task.devices().mask());
      devices += count;
      milli +=
          switch (task.devices()) {
            case DeviceBooking.None _ -> 0;
            case DeviceBooking.Whole _ -> 1000L * count;
            case DeviceBooking.Fraction f -> (long) f.milli() * count;
            // A MIG slice's charge needs the vendor's table; eighths are near enough for a weight.
            case DeviceBooking.Mig m -> 125L * m.instances().size();
          };
    }
  }

  /** Whether work goes on. */
  boolean works() {
    return phase == Phase.RUNNING || phase == Phase.LEAVING;
  }

  double leftAt(long now) {
    return works() && now > mark ? Math.max(0, left - (now - mark) * speed) : left;
  }

  /** When the work will be done at the present speed. */
  long finishAt() {
    double end = mark + Math.ceil(left / speed);
    return end >= Long.MAX_VALUE / 2.0 ? Long.MAX_VALUE / 2 : (long) end;
  }

  /** Interval of periodic checkpoints, ms; 0 = none are taken. */
  long interval() {
    return switch (spec.disruption().stop()) {
      case CANNOT_CHECKPOINT -> 0;
      case SAVE_THEN_STOP, STOP_THEN_SAVE, PERIODIC_ONLY ->
          spec.disruption().checkpointInterval().toMillis();
    };
  }

  /** The first periodic checkpoint after {@code now}; needs an interval. */
  long nextCheckpoint(long now) {
    long interval = interval();
    return now < checkpointBase
        ? checkpointBase + interval
        : checkpointBase + ((now - checkpointBase) / interval + 1) * interval;
  }

  /** Closes the segment: what was done, and what the last periodic checkpoint in it saved. */
  void settle(long now) {
    if (!works() || now <= mark) {
      return;
    }
    long interval = interval();
    if (interval > 0 && now >= checkpointBase + interval) {
      long last = checkpointBase + (now - checkpointBase) / interval * interval;
      if (last > mark) {
        saved = leftAt(last);
      }
    }
    left = leftAt(now);
    mark = now;
  }
}
