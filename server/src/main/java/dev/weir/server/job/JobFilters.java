package dev.weir.server.job;

import dev.weir.files.document.Cluster;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobState;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.problem.Refusal;
import dev.weir.store.JobFilter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Conditions of a list of jobs, and what the caller may see. */
public final class JobFilters {
  private final List<QueueId> seen;
  private final boolean seesAll;

  public JobFilters(Cluster cluster, Caller caller) {
    seesAll = caller.rights().everywhere(Role.VIEWER);
    seen = cluster.queues().stream().map(q -> q.id()).filter(q -> caller.sees(q.value())).toList();
  }

  /**
   * The filter; empty when the caller can see no job that it lets through.
   *
   * @throws Refusal a condition is wrong
   */
  public Optional<JobFilter> filter(
      List<String> states,
      Optional<String> queue,
      Optional<String> user,
      Optional<String> name,
      Optional<String> since) {
    List<QueueId> queues = queue.isPresent() ? below(queue.get()) : seesAll ? List.of() : seen;
    if (queues.isEmpty() && !(seesAll && queue.isEmpty())) {
      return Optional.empty();
    }
    JobFilter filter =
        JobFilter.ALL
            .withStates(states.stream().map(JobFilters::state).toArray(JobState[]::new))
            .withQueues(queues);
    if (user.isPresent()) {
      filter = filter.withUser(user.get());
    }
    if (name.isPresent()) {
      filter = filter.withName(name.get());
    }
    return Optional.of(since.isPresent() ? since(filter, since.get()) : filter);
  }

  private static JobFilter since(JobFilter f, String since) {
    try {
      return new JobFilter(
          f.states(),
          f.queues(),
          f.user(),
          f.name(),
          f.kind(),
          Instant.parse(since).toEpochMilli(),
          f.submittedUntil());
    } catch (DateTimeParseException | ArithmeticException _) {
      throw Refusal.query(
          "since", "no moment", "ISO 8601 in UTC, such as 2026-03-01T08:00:00Z", since);
    }
  }

  /** The queue and those below it. */
  private List<QueueId> below(String queue) {
    List<QueueId> below =
        seen.stream()
            .filter(q -> q.value().equals(queue) || q.value().startsWith(queue + "/"))
            .toList();
    if (below.isEmpty()) {
      throw Refusal.notOneOf("query", "queue", queue, seen.stream().map(QueueId::value).toList());
    }
    return below;
  }

  private static JobState state(String text) {
    for (JobState state : JobState.values()) {
      if (state.name().equalsIgnoreCase(text)) {
        return state;
      }
    }
    throw Refusal.notOneOf(
        "query",
        "state",
        text,
        Arrays.stream(JobState.values()).map(s -> s.name().toLowerCase(Locale.ROOT)).toList());
  }

  /** Labels as {@code key=value}. */
  public static Map<String, String> labels(List<String> texts) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw Refusal.query("label", "no label", "KEY=VALUE", text);
      }
      labels.put(text.substring(0, equals), text.substring(equals + 1));
    }
    return labels;
  }
}
