package dev.weir.api.wire;

import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobState;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job in a list.
 *
 * @param id such as {@code j12}
 * @param priority the present one, which a person may have changed
 * @param firstStartAt first time that its tasks were placed
 * @param runningSince since when the present run runs
 * @param incarnation starts so far
 * @param tasks tasks that it holds, or asks for while it waits
 * @param devices devices that it holds, or asks for while it waits; a fraction counts as such
 * @param nodes on which it holds room
 * @param plannedStart promised start while it waits
 * @param waitingFor why it does not start, in one sentence
 * @param progress newest report of the job itself
 */
public record JobSummary(
    String id,
    String name,
    String user,
    String queue,
    JobKind kind,
    JobState state,
    int priority,
    Instant submittedAt,
    Optional<Instant> firstStartAt,
    Optional<Instant> runningSince,
    Optional<Instant> endedAt,
    int incarnation,
    int tasks,
    double devices,
    List<String> nodes,
    Optional<Instant> plannedStart,
    Optional<String> waitingFor,
    Optional<ProgressView> progress,
    Map<String, String> labels) {
  public JobSummary {
    nodes = List.copyOf(nodes);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }
}
