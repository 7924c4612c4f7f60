package dev.weir.model.allocation;

import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.util.List;

/**
 * One start of a job: its tasks bound to devices and slices.
 *
 * @param incarnation 1 for the job's first start, then counting up; events of an older one are
 *     dropped
 * @param variants for each role the position of the variant chosen
 * @param tasks ordered by role, then task
 */
public record Allocation(
    AllocationId id,
    JobId job,
    int incarnation,
    List<Integer> variants,
    List<TaskPlacement> tasks) {
  public Allocation {
    variants = List.copyOf(variants);
    tasks = List.copyOf(tasks);
  }
}
