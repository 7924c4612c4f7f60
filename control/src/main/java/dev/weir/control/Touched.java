package dev.weir.control;

import dev.weir.control.view.JobView;
import dev.weir.engine.Engine;
import dev.weir.engine.job.Job;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The jobs that a turn's facts and decisions name: those whose read models may have changed. */
final class Touched {
  private Touched() {}

  /** Each once; those that ended in this turn last. */
  static List<JobView> in(Turn turn, Engine engine, List<Job> ended) {
    Set<JobId> named = new LinkedHashSet<>();
    turn.events().forEach(e -> job(e).ifPresent(named::add));
    turn.plan().actions().forEach(a -> job(a).ifPresent(named::add));
    List<JobView> views = new ArrayList<>(named.size());
    for (JobId id : named) {
      Job live = engine.state().jobs.find(id);
      if (live != null) {
        views.add(JobView.of(live));
      }
    }
    ended.forEach(job -> views.add(JobView.of(job)));
    return List.copyOf(views);
  }

  private static Optional<JobId> job(Event event) {
    return Optional.ofNullable(
        switch (event) {
          case Event.JobSubmitted e -> e.job().id();
          case Event.JobCancelled e -> e.job();
          case Event.JobSuspended e -> e.job();
          case Event.JobResumed e -> e.job();
          case Event.PriorityChanged e -> e.job();
          case Event.AllocationStarted e -> e.job();
          case Event.StartRefused e -> e.job();
          case Event.CheckpointCompleted e -> e.job();
          case Event.TaskLost e -> e.job();
          case Event.AllocationEnded e -> e.job();
          case Event.AllocationResized e -> e.job();
          case Event.DurationForecastMade e -> e.job();
          case Event.TopologyConfigured _,
              Event.QueuesConfigured _,
              Event.LicencesConfigured _,
              Event.PolicyConfigured _,
              Event.ReservationMade _,
              Event.ReservationEnded _,
              Event.SettingChanged _,
              Event.NodeJoined _,
              Event.NodeLeft _,
              Event.NodeHealthChanged _,
              Event.DeviceHealthChanged _,
              Event.MigLayoutObserved _,
              Event.DemandForecastMade _,
              Event.TimePassed _,
              Event.StateRecovered _ ->
              null;
        });
  }

  private static Optional<JobId> job(Action action) {
    return switch (action) {
      case Action.Start a -> Optional.of(a.allocation().job());
      case Action.Stop a -> Optional.of(a.job());
      case Action.Resize a -> Optional.of(a.job());
      case Action.Reject a -> Optional.of(a.job());
      case Action.Fail a -> Optional.of(a.job());
      case Action.Plan a -> Optional.of(a.job());
      case Action.ReshapeMig _ -> Optional.empty();
    };
  }
}
