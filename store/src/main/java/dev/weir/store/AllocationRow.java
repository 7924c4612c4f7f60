package dev.weir.store;

import dev.weir.model.action.Action;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One incarnation of an allocation. Times are journal time, ms.
 *
 * @param variants for each role the position of the variant chosen
 * @param tasks as they are, or were last
 * @param deviceMilli charged thousandths of devices
 * @param stop why it was asked to stop
 * @param beneficiary the job for which it was asked to stop
 * @param end how it ended; empty while it lives, and where a new incarnation took its place
 */
public record AllocationRow(
    AllocationId id,
    JobId job,
    int incarnation,
    long decidedAt,
    OptionalLong startedAt,
    OptionalLong endedAt,
    List<Integer> variants,
    List<TaskPlacement> tasks,
    long deviceMilli,
    Optional<Action.StopCause> stop,
    Optional<JobId> beneficiary,
    Optional<Event.End> end,
    Optional<Exit> exit) {}
