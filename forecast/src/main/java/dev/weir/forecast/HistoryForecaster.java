package dev.weir.forecast;

import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Learns from jobs that completed: the quantiles of the last run times of similar jobs. Similar is
 * first the same user, name, queue and size; a group with too few runs falls back to a wider one.
 * Names are compared without digits, because people number their runs. A job that already ran is
 * compared only with runs that were longer. The idea that recurring jobs predict themselves is that
 * of Helios' QSSF (Hu et al., SC 2021).
 */
public final class HistoryForecaster implements DurationForecaster {
  /** Fewer runs than this say nothing about a ninth decile. */
  private static final int ENOUGH = 5;

  private final Map<Group, RecentRuns> groups = new HashMap<>();

  /** Which runs belong together; an empty text and size 0 stand for any. */
  private record Group(String user, String name, String queue, int tasks) {}

  @Override
  public Optional<DurationForecast> forecast(JobSpec job, long ranMillis) {
    for (Group group : fromNarrowToWide(job)) {
      RecentRuns runs = groups.get(group);
      if (runs != null) {
        Optional<DurationForecast> forecast = runs.longerThan(ranMillis, ENOUGH);
        if (forecast.isPresent()) {
          return forecast;
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public void completed(JobSpec job, long ranMillis) {
    for (Group group : fromNarrowToWide(job)) {
      groups.computeIfAbsent(group, _ -> new RecentRuns()).add(ranMillis);
    }
  }

  @Override
  public Learned learned() {
    List<Learned.Runs> all = new ArrayList<>(groups.size());
    groups.forEach(
        (g, runs) ->
            all.add(new Learned.Runs(g.user, g.name, g.queue, g.tasks, runs.oldestFirst())));
    all.sort(
        Comparator.comparing(Learned.Runs::user)
            .thenComparing(Learned.Runs::name)
            .thenComparing(Learned.Runs::queue)
            .thenComparingInt(Learned.Runs::tasks));
    return new Learned(all);
  }

  @Override
  public void restore(Learned learned) {
    for (Learned.Runs r : learned.groups()) {
      RecentRuns runs =
          groups.computeIfAbsent(
              new Group(r.user(), r.name(), r.queue(), r.tasks()), _ -> new RecentRuns());
      for (long millis : r.millis()) {
        runs.add(millis);
      }
    }
  }

  private static List<Group> fromNarrowToWide(JobSpec job) {
    String name = withoutDigits(job.name());
    String queue = job.queue().value();
    int tasks = 0;
    for (Role role : job.roles()) {
      tasks += role.count();
    }
    return List.of(
        new Group(job.user(), name, queue, tasks),
        new Group(job.user(), name, "", 0),
        new Group(job.user(), "", queue, tasks),
        new Group("", "", queue, tasks),
        new Group("", "", queue, 0),
        new Group("", "", "", 0));
  }

  private static String withoutDigits(String name) {
    StringBuilder letters = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < '0' || c > '9') {
        letters.append(c);
      }
    }
    return letters.length() == name.length() ? name : letters.toString();
  }
}
