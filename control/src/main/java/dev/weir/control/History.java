package dev.weir.control;

import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a journal says independently of the decisions taken: what people stated, which nodes and
 * devices there were, and how long each job needed. This is what another policy is tried on.
 *
 * @param stated facts with their times, in order, without those that answer a decision
 * @param runs measured run time by job, for jobs that ended by themselves
 */
public record History(List<Timed> stated, Map<JobId, Run> runs) {

  /** A fact and its journal time, ms. */
  public record Timed(long at, Event event) {}

  /**
   * @param millis run time over all its starts, ms
   * @param startMillis what its last start took, from the decision until all its tasks ran, ms
   * @param end how it ended
   */
  public record Run(long millis, long startMillis, Event.End end) {}

  public History {
    stated = List.copyOf(stated);
    runs = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(runs));
  }

  /** Reads a whole journal. */
  public static History of(Journal journal) {
    List<Timed> stated = new ArrayList<>();
    Runs runs = new Runs();
    journal.replay(
        turn -> {
          for (Event event : turn.events()) {
            if (isStated(event)) {
              stated.add(new Timed(turn.at(), event));
            }
            runs.fold(turn.at(), event);
          }
          for (Action action : turn.plan().actions()) {
            if (action instanceof Action.Start(var allocation)) {
              runs.decided(turn.at(), allocation.job());
            }
          }
        });
    return new History(stated, runs.ended);
  }

  private static boolean isStated(Event event) {
    return switch (event) {
      case Event.PolicyConfigured _ -> false;
      case Event.FromPeople _ -> true;
      case Event.NodeJoined _,
          Event.NodeLeft _,
          Event.NodeHealthChanged _,
          Event.DeviceHealthChanged _ ->
          true;
      case Event.FromWorld _, Event.FromControl _ -> false;
    };
  }

  private static final class Runs {
    private final Map<JobId, Run> ended = new LinkedHashMap<>();
    private final Map<JobId, Open> running = new HashMap<>();

    /** A job that has not ended by itself yet. */
    private static final class Open {
      private long decidedAt;
      private long startedAt = -1;
      private long startMillis;
      private long before;
      private int incarnation;
    }

    void decided(long at, JobId job) {
      running.computeIfAbsent(job, _ -> new Open()).decidedAt = at;
    }

    void fold(long at, Event event) {
      if (event instanceof Event.AllocationStarted e) {
        Open run = running.computeIfAbsent(e.job(), _ -> new Open());
        if (e.incarnation() > run.incarnation) {
          run.before += run.startedAt >= 0 ? at - run.startedAt : 0;
          run.startedAt = at;
          run.startMillis = at - run.decidedAt;
          run.incarnation = e.incarnation();
        }
      } else if (event instanceof Event.AllocationEnded e) {
        Open run = running.get(e.job());
        if (run != null && run.startedAt >= 0 && e.incarnation() >= run.incarnation) {
          run.before += at - run.startedAt;
          run.startedAt = -1;
          if (e.end() != Event.End.STOPPED && e.end() != Event.End.LOST) {
            ended.put(e.job(), new Run(run.before, run.startMillis, e.end()));
            running.remove(e.job());
          }
        }
      }
    }
  }
}
