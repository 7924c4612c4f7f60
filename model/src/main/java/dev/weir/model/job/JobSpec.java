package dev.weir.model.job;

import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A job: one gang of one or more roles, which starts together or not at all. Independent elements
 * (arrays) are one job each.
 *
 * @param priority larger goes first; compared inside one queue only
 * @param timeLimit enforced run time of one start; the job is stopped when it is over
 * @param topology nearness of all tasks of all roles
 * @param reservation name of the reservation that it must run in
 * @param maxRestarts starts after a fault that are allowed before the job fails
 * @param labels read by other jobs' affinity
 */
public record JobSpec(
    JobId id,
    String name,
    QueueId queue,
    String user,
    JobKind kind,
    int priority,
    List<Role> roles,
    TopologyRule topology,
    Optional<Duration> timeLimit,
    StartWindow window,
    List<Dependency> dependencies,
    Disruption disruption,
    Optional<String> reservation,
    int maxRestarts,
    Map<String, String> labels) {
  public JobSpec {
    roles = List.copyOf(roles);
    dependencies = List.copyOf(dependencies);
    labels =
        labels.isEmpty() ? Map.of() : java.util.Collections.unmodifiableMap(new TreeMap<>(labels));
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("job " + name + " needs at least one role");
    }
    if (timeLimit.isPresent() && !timeLimit.get().isPositive()) {
      throw new IllegalArgumentException("the time limit of job " + name + " must be positive");
    }
  }

  /** A job without any rule, in the usual case of a test or a trace. */
  public static JobSpec of(JobId id, String name, QueueId queue, int priority, List<Role> roles) {
    return new JobSpec(
        id,
        name,
        queue,
        "",
        JobKind.BATCH,
        priority,
        roles,
        TopologyRule.ANYWHERE,
        Optional.empty(),
        StartWindow.ALWAYS,
        List.of(),
        Disruption.DEFAULT,
        Optional.empty(),
        3,
        Map.of());
  }
}
