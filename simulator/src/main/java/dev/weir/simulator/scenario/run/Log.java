package dev.weir.simulator.scenario.run;

import dev.weir.control.Turn;
import dev.weir.control.TurnListener;
import dev.weir.engine.Engine;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobState;
import dev.weir.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What happened so far, as the journal tells it. */
final class Log implements TurnListener {

  /** A start of a job: which one, and when. */
  record Start(long at, long order, AllocationId allocation, int incarnation) {}

  /** A job was stopped, moved or made smaller for another one. */
  record Eviction(long at, long pass, JobId job, String how) {}

  /** How and when a job ended. */
  record End(long at, JobState how) {}

  private final Map<JobId, Long> submitted = new LinkedHashMap<>();
  private final Map<JobId, List<Start>> starts = new LinkedHashMap<>();
  private final Map<JobId, Integer> restarts = new LinkedHashMap<>();
  private final Map<JobId, End> ends = new LinkedHashMap<>();
  private final Map<JobId, Verdict> refusals = new LinkedHashMap<>();
  private final Map<JobId, Long> plans = new LinkedHashMap<>();
  private final Map<JobId, Integer> postponements = new LinkedHashMap<>();
  private final List<Eviction> evictions = new ArrayList<>();
  private final Set<JobId> live = new LinkedHashSet<>();
  private long passes;
  private long order;

  @Override
  public void turned(Turn turn, long passNanos) {
    passes++;
    for (Event event : turn.events()) {
      if (event instanceof Event.JobSubmitted(var job)) {
        submitted.put(job.id(), turn.at());
        live.add(job.id());
      }
    }
    turn.plan().actions().forEach(action -> decided(turn.at(), action));
  }

  private void decided(long at, Action action) {
    switch (action) {
      case Action.Start(var a) ->
          starts
              .computeIfAbsent(a.job(), _ -> new ArrayList<>())
              .add(new Start(at, order++, a.id(), a.incarnation()));
      case Action.Stop stop -> {
        if (forOthers(stop)) {
          evictions.add(new Eviction(at, passes, stop.job(), word(stop.cause())));
        }
      }
      case Action.Resize resize -> {
        if (!resize.inPlace()) {
          restarts.merge(resize.job(), 1, Integer::sum);
        }
        switch (resize.cause()) {
          case SHRINK, MOVE ->
              evictions.add(new Eviction(at, passes, resize.job(), word(resize.cause())));
          case GROW, REPAIR -> {
            // For its own good.
          }
        }
      }
      case Action.Reject(var job, var verdict) -> refusals.put(job, verdict);
      case Action.Plan(var job, var planned, var _) -> {
        Long former = plans.get(job);
        planned.ifPresent(
            p -> {
              if (former != null && p.at() > former) {
                postponements.merge(job, 1, Integer::sum);
              }
              plans.put(job, p.at());
            });
      }
      case Action.Fail _, Action.ReshapeMig _ -> {
        // The end of a job is seen in the state; a reshape touches no job.
      }
    }
  }

  private static boolean forOthers(Action.Stop stop) {
    return switch (stop.cause()) {
      case RECLAIM_GUARANTEE, RECLAIM_SHARE, PRIORITY, RESERVATION, MOVE -> true;
      case RESIZE -> stop.beneficiary().isPresent();
      case CANCELLED, SUSPENDED, GANG_BROKEN, TIME_LIMIT -> false;
    };
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }

  /** Takes note of the jobs that have ended since the last look. */
  void look(long now, Engine engine) {
    Iterator<JobId> jobs = live.iterator();
    while (jobs.hasNext()) {
      JobId job = jobs.next();
      Optional<JobState> outcome = engine.state().jobs.outcome(job);
      if (outcome.isPresent()) {
        ends.put(job, new End(now, outcome.get()));
        jobs.remove();
      }
    }
  }

  boolean submitted(JobId job) {
    return submitted.containsKey(job);
  }

  Optional<Long> submittedAt(JobId job) {
    return Optional.ofNullable(submitted.get(job));
  }

  /** Starts of the job, in order; restarts inside one allocation are not among them. */
  List<Start> starts(JobId job) {
    return starts.getOrDefault(job, List.of());
  }

  /** Starts and restarts. */
  int startCount(JobId job) {
    return starts(job).size() + restarts.getOrDefault(job, 0);
  }

  Optional<End> end(JobId job) {
    return Optional.ofNullable(ends.get(job));
  }

  Optional<Verdict> refusal(JobId job) {
    return Optional.ofNullable(refusals.get(job));
  }

  int postponements(JobId job) {
    return postponements.getOrDefault(job, 0);
  }

  List<Eviction> evictions() {
    return evictions;
  }

  /** Passes so far. */
  long passes() {
    return passes;
  }
}
