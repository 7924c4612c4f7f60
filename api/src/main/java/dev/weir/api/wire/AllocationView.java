package dev.weir.api.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One start of a job.
 *
 * @param id such as {@code a7}
 * @param since when the room was taken
 * @param startedAt when all tasks ran
 * @param end how it ended: {@code COMPLETED}, {@code FAILED}, {@code STOPPED}, {@code LOST}, {@code
 *     TIMED_OUT}
 * @param cause why Weir stopped it
 */
public record AllocationView(
    String id,
    int incarnation,
    Instant since,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    Optional<String> end,
    Optional<String> cause,
    Optional<ExitView> exit,
    List<TaskView> tasks) {
  public AllocationView {
    tasks = List.copyOf(tasks);
  }

  /**
   * One task.
   *
   * @param task rank inside the role, from 0
   * @param devices positions on the node
   * @param slice the fraction or MIG instances that it holds, in words; absent = whole devices
   */
  public record TaskView(
      String role, int task, String node, List<Integer> devices, Optional<String> slice) {
    public TaskView {
      devices = List.copyOf(devices);
    }
  }
}
