package dev.weir.simulator.scenario.run;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.state.State;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Role;
import dev.weir.model.verdict.Verdict;
import dev.weir.simulator.scenario.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says of a check whether it holds now, and if not, what was expected and what is. */
final class Judge {
  /** A sentence that names more nodes than this is no help. */
  private static final int MOST_NODES = 6;

  private final Stage stage;
  private final PlaceJudge places;
  private final TimeJudge times;
  private final RoomJudge room;

  Judge(Stage stage) {
    this.stage = stage;
    places = new PlaceJudge(this);
    times = new TimeJudge(this);
    room = new RoomJudge(this);
  }

  /** Empty when it holds; otherwise one sentence. */
  Optional<String> objection(Check check) {
    return switch (check) {
      case Check.OfJobs c -> ofJobs(c);
      case Check.OfTables c -> ofTables(c);
      case Check.OfPlaces c -> places.objection(c);
      case Check.OfTimes c -> times.objection(c);
      case Check.OfRoom c -> room.objection(c);
    };
  }

  private Optional<String> ofJobs(Check.OfJobs check) {
    return switch (check) {
      case Check.Running(var jobs) ->
          each(jobs, "to run", id -> runs(id) ? Optional.empty() : Optional.of(tell(id)));
      case Check.NotRunning(var jobs) ->
          each(
              jobs,
              "to hold nothing",
              id -> holding(id).isEmpty() ? Optional.empty() : Optional.of(tell(id)));
      case Check.Whole(var jobs) ->
          each(
              jobs,
              "to hold room for all its tasks or for none",
              id -> whole(id) ? Optional.empty() : Optional.of(tell(id)));
      case Check.OneOf(var jobs) -> oneOf(jobs);
      case Check.Victims(var jobs) -> times.victims(jobs);
      case Check.StartOrder(var jobs) -> times.startOrder(jobs);
      case Check.NoOvertaking(var jobs) -> times.noOvertaking(jobs);
      case Check.SameDevice(var jobs) -> places.sameDevice(jobs);
      case Check.DifferentDevices(var jobs) -> places.differentDevices(jobs);
    };
  }

  private Optional<String> ofTables(Check.OfTables check) {
    return switch (check) {
      case Check.RunningTasks(var tasks) ->
          eachKey(
              tasks,
              (id, count) -> {
                int now = places(id).size();
                return now == count
                    ? Optional.empty()
                    : Optional.of(
                        "expected %s to hold room for %d tasks, but it holds room for %d: %s"
                            .formatted(name(id), count, now, tell(id)));
              });
      case Check.State(var states) ->
          eachKey(
              states,
              (id, wanted) ->
                  state(id).filter(s -> s == wanted).isPresent()
                      ? Optional.empty()
                      : Optional.of(
                          "expected %s to be %s, but %s"
                              .formatted(name(id), word(wanted), tell(id))));
      case Check.Starts(var counts) ->
          eachKey(
              counts,
              (id, wanted) -> {
                int count = log().startCount(id);
                return count == wanted
                    ? Optional.empty()
                    : Optional.of(
                        "expected %d starts of %s, but there were %d"
                            .formatted(wanted, name(id), count));
              });
    };
  }

  private Optional<String> oneOf(List<String> references) {
    List<JobId> jobs = ids(references);
    List<JobId> running = jobs.stream().filter(this::runs).toList();
    List<JobId> holding = jobs.stream().filter(id -> holding(id).isPresent()).toList();
    if (running.size() == 1 && holding.size() == 1) {
      return Optional.empty();
    }
    return Optional.of(
        "expected exactly one of %s to run and the others to hold nothing, but %s"
            .formatted(
                String.join(", ", references),
                jobs.stream().map(this::tell).collect(Collectors.joining("; "))));
  }

  // ------------------------------------------------------------------ what the others need

  interface Objection {
    Optional<String> to(JobId job);
  }

  interface ValueObjection<T> {
    Optional<String> to(JobId job, T value);
  }

  /** The first job of the list that objects, in a sentence that begins with what was expected. */
  Optional<String> each(List<String> references, String expected, Objection objection) {
    for (String reference : references) {
      for (JobId id : ids(reference)) {
        Optional<String> actual = objection.to(id);
        if (actual.isPresent()) {
          return Optional.of("expected %s %s, but %s".formatted(name(id), expected, actual.get()));
        }
      }
    }
    return Optional.empty();
  }

  private <T> Optional<String> eachKey(Map<String, T> values, ValueObjection<T> objection) {
    for (Map.Entry<String, T> entry : values.entrySet()) {
      for (JobId id : ids(entry.getKey())) {
        Optional<String> said = objection.to(id, entry.getValue());
        if (said.isPresent()) {
          return said;
        }
      }
    }
    return Optional.empty();
  }

  List<JobId> ids(String reference) {
    List<JobId> found = stage.cast().find(reference, log());
    if (found.isEmpty()) {
      throw new AssertionError(
          "an expectation names job " + reference + ", of which there is none");
    }
    return found;
  }

  List<JobId> ids(List<String> references) {
    return references.stream().flatMap(r -> ids(r).stream()).distinct().toList();
  }

  State engineState() {
    return stage.engine().state();
  }

  Log log() {
    return stage.log();
  }

  Cast cast() {
    return stage.cast();
  }

  String name(JobId id) {
    return stage.cast().name(id);
  }

  String names(List<JobId> ids) {
    return ids.isEmpty()
        ? "nobody"
        : ids.stream().map(this::name).collect(Collectors.joining(", "));
  }

  Optional<Job> job(JobId id) {
    return Optional.ofNullable(engineState().jobs.find(id));
  }

  Optional<Holding> holding(JobId id) {
    return job(id).flatMap(j -> Optional.ofNullable(j.holding));
  }

  List<Holding.Place> places(JobId id) {
    return holding(id).map(h -> h.places).orElse(List.of());
  }

  Optional<JobState> state(JobId id) {
    return job(id).map(j -> j.state).or(() -> engineState().jobs.outcome(id));
  }

  /** Whether all tasks of one of the job's sizes run. */
  boolean runs(JobId id) {
    Optional<Job> job = job(id);
    return job.isPresent()
        && job.get().state == JobState.RUNNING
        && job.get().lost.isEmpty()
        && whole(id);
  }

  private boolean whole(JobId id) {
    Optional<Holding> holding = holding(id);
    if (holding.isEmpty()) {
      return true;
    }
    List<Role> roles = stage.cast().spec(id).roles();
    for (int r = 0; r < roles.size(); r++) {
      int role = r;
      Role spec = roles.get(r);
      int variant = holding.get().variants[r];
      long tasks = holding.get().places.stream().filter(p -> p.role() == role).count();
      if (spec.sizes().stream().noneMatch(size -> spec.tasks(variant, size) == tasks)) {
        return false;
      }
    }
    return true;
  }

  Optional<Verdict> verdict(JobId id) {
    return stage.engine().verdictOf(id);
  }

  String sentence(Verdict verdict) {
    return stage.cast().named(verdict.sentence());
  }

  static String word(JobState state) {
    return state.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** What there is to say about a job, in one clause. */
  String tell(JobId id) {
    String name = name(id);
    if (!log().submitted(id)) {
      return name + " has not been submitted";
    }
    if (log().refusal(id).isPresent()) {
      return name + " was refused: " + sentence(log().refusal(id).get());
    }
    Optional<Job> job = job(id);
    if (job.isEmpty()) {
      return state(id).map(s -> name + " has " + ended(s)).orElse(name + " is not known")
          + log().end(id).map(e -> " at " + Times.of(e.at())).orElse("");
    }
    if (job.get().holding != null) {
      return "%s is %s with %d tasks on %s"
          .formatted(name, word(job.get().state), places(id).size(), where(places(id)));
    }
    String why = verdict(id).map(v -> ": " + sentence(v)).orElse("");
    return job.get().state == JobState.QUEUED
        ? name + " waits" + why
        : name + " is " + word(job.get().state) + why;
  }

  private static String ended(JobState state) {
    return switch (state) {
      case COMPLETED, FAILED -> word(state);
      default -> "ended as " + word(state);
    };
  }

  static String where(List<Holding.Place> places) {
    Map<String, Integer> tasks = new LinkedHashMap<>();
    places.forEach(p -> tasks.merge(p.node().id().value(), 1, Integer::sum));
    List<String> nodes = new ArrayList<>();
    tasks.forEach((node, n) -> nodes.add(n == 1 ? node : node + " (" + n + ")"));
    int more = nodes.size() - MOST_NODES;
    String listed = String.join(", ", nodes.subList(0, Math.min(nodes.size(), MOST_NODES)));
    return nodes.isEmpty() ? "no node" : more > 0 ? listed + " and " + more + " more" : listed;
  }
}
