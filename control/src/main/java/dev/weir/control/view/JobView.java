package dev.weir.control.view;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.id.AllocationId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One job after a turn. Times are journal time in ms.
 *
 * @param priority the present one, which a person may have changed
 * @param incarnation starts so far
 * @param restarts starts after faults
 * @param firstStart when its tasks were first placed
 * @param runningSince since when the present run runs
 * @param held what it holds, in the states that hold room
 * @param planned promised date and place while it waits
 * @param savedMillis run time kept in complete checkpoints, ms
 * @param attained device-time received in ended runs, milli-device × ms
 * @param suspendedBy the person who suspended it
 */
public record JobView(
    JobSpec spec,
    JobState state,
    int priority,
    int incarnation,
    int restarts,
    long submittedAt,
    OptionalLong firstStart,
    OptionalLong runningSince,
    Optional<Held> held,
    Optional<PlannedStart> planned,
    long savedMillis,
    long attained,
    Optional<String> suspendedBy) {

  /**
   * What a job holds.
   *
   * @param since journal time of the decision
   * @param variants for each role the position of the variant chosen
   * @param deviceMilli charged thousandths of devices
   */
  public record Held(
      AllocationId allocation,
      long since,
      List<Integer> variants,
      List<TaskPlacement> tasks,
      long deviceMilli) {
    public Held {
      variants = List.copyOf(variants);
      tasks = List.copyOf(tasks);
    }
  }

  /** The job as it is now. */
  public static JobView of(Job job) {
    return new JobView(
        job.spec,
        job.state,
        job.priority,
        job.incarnation,
        job.restarts,
        job.submittedAt,
        job.firstStart < 0 ? OptionalLong.empty() : OptionalLong.of(job.firstStart),
        job.runningSince == Job.NOT_RUNNING
            ? OptionalLong.empty()
            : OptionalLong.of(job.runningSince),
        Optional.ofNullable(job.holding).map(JobView::held),
        Optional.ofNullable(job.planned),
        job.savedMillis,
        job.attained,
        Optional.ofNullable(job.suspendedBy));
  }

  private static Held held(Holding h) {
    return new Held(
        h.id,
        h.since,
        Arrays.stream(h.variants).boxed().toList(),
        h.places.stream()
            .map(p -> new TaskPlacement(p.role(), p.task(), p.node().id(), p.devices()))
            .toList(),
        h.deviceMilli());
  }
}
