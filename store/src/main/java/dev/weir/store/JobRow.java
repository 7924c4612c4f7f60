package dev.weir.store;

import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.event.Checkpoint;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobState;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A job as the newest turn left it, without its spec; see {@link Reads#spec}. Times are journal
 * time, ms.
 *
 * @param priority the present one
 * @param incarnation starts so far
 * @param restarts starts after faults
 * @param deviceMilli thousandths of devices that it holds, or held last
 * @param savedMillis run time kept in complete checkpoints, ms
 * @param attained device-time of ended runs, milli-device × ms
 * @param allocation what it holds now
 * @param reason why it ended, was refused, or is suspended; for people
 * @param end how its last allocation ended
 * @param checkpoint the newest complete one that says where it lies
 * @param turn sequence of the newest turn that changed it
 */
public record JobRow(
    JobId id,
    String name,
    QueueId queue,
    String user,
    JobKind kind,
    JobState state,
    int priority,
    int incarnation,
    int restarts,
    long submittedAt,
    OptionalLong firstStart,
    OptionalLong runningSince,
    OptionalLong endedAt,
    long deviceMilli,
    long savedMillis,
    long attained,
    Optional<AllocationId> allocation,
    Optional<PlannedStart> planned,
    Optional<String> suspendedBy,
    Optional<String> reason,
    Optional<Event.End> end,
    Optional<Exit> exit,
    Optional<Checkpoint> checkpoint,
    OptionalLong checkpointAt,
    long turn) {}
