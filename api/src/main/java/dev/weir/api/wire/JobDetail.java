package dev.weir.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * All that is known of a job.
 *
 * @param file the job file, as {@code GET /jobs/{id}/file} gives it; absent for jobs of others
 * @param allocations its starts, oldest first
 * @param verdict why it does not start
 * @param planned promised date and place while it waits
 * @param timeline what happened to it, oldest first
 * @param checkpoints complete ones, newest first
 * @param utilisation of the devices that it holds; absent when nobody measured it
 * @param exit how its newest run ended
 * @param usage metered over all its runs
 */
public record JobDetail(
    JobSummary job,
    Optional<JsonNode> file,
    int restarts,
    int preemptions,
    Optional<String> suspendedBy,
    List<AllocationView> allocations,
    Optional<VerdictView> verdict,
    Optional<PlannedStartView> planned,
    List<TimelineEntry> timeline,
    List<CheckpointView> checkpoints,
    Optional<UtilisationView> utilisation,
    Optional<ExitView> exit,
    WorkLost workLost,
    UsageRow usage) {
  public JobDetail {
    file = file.filter(f -> !f.isNull()); // how Jackson reads a tree that is absent
    allocations = List.copyOf(allocations);
    timeline = List.copyOf(timeline);
    checkpoints = List.copyOf(checkpoints);
  }
}
