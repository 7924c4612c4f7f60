package dev.weir.simulator.replay;

import dev.weir.control.History;
import dev.weir.control.Journal;
import dev.weir.control.Turn;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.metrics.Recorder;
import dev.weir.simulator.metrics.Scorecard;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a journal says of the time that it covers, measured with the same rules as a simulation.
 *
 * @param history what people stated, which nodes there were, how long jobs needed
 * @param policy the newest that was configured; empty when none ever was
 * @param scorecard figures of what really happened; speeds and lost work are not in a journal
 * @param from time of the first turn, ms
 * @param until time of the last turn, ms
 * @param turns how many
 * @param startMillis median time from the decision to start a job until all its tasks ran
 */
public record Recorded(
    History history,
    Optional<PolicySpec> policy,
    Scorecard scorecard,
    long from,
    long until,
    long turns,
    long startMillis) {

  /**
   * Reads a whole journal.
   *
   * @param initial policy of the engine that wrote it, until one was configured
   * @throws IllegalArgumentException when no job was ever submitted in it
   * @throws dev.weir.control.JournalFailure when it is damaged
   */
  public static Recorded of(Journal journal, PolicySpec initial) {
    History history = History.of(journal);
    long[] submissions =
        history.stated().stream()
            .filter(s -> s.event() instanceof Event.JobSubmitted)
            .mapToLong(History.Timed::at)
            .toArray();
    if (submissions.length == 0) {
      throw new IllegalArgumentException("no job was submitted in this journal");
    }
    Fold fold =
        new Fold(
            initial,
            history,
            new Recorder.Arrivals(
                submissions.length, submissions[0], submissions[submissions.length - 1]));
    journal.replay(fold::turn);
    return fold.recorded(history);
  }

  private static final class Fold {
    private final Engine engine;
    private final Recorder recorder;
    private final Map<AllocationId, Long> starting = new HashMap<>();
    private final org.HdrHistogram.Histogram starts = new org.HdrHistogram.Histogram(3);
    private Optional<PolicySpec> policy = Optional.empty();
    private long from = -1;
    private long until;
    private long turns;

    Fold(PolicySpec initial, History history, Recorder.Arrivals arrivals) {
      engine = new Engine(new EngineConfig(initial, Assertions.OFF, 0));
      recorder =
          new Recorder(arrivals, id -> worked(history, id), id -> engine.state().jobs.outcome(id));
    }

    private static OptionalLong worked(History history, JobId id) {
      History.Run run = history.runs().get(id);
      return run == null ? OptionalLong.empty() : OptionalLong.of(run.millis());
    }

    void turn(Turn turn) {
      from = from < 0 ? turn.at() : from;
      until = turn.at();
      turns++;
      for (Event event : turn.events()) {
        engine.apply(turn.at(), event);
        if (event instanceof Event.PolicyConfigured(PolicySpec configured)) {
          policy = Optional.of(configured);
        } else if (event instanceof Event.AllocationStarted e) {
          Long decided = starting.remove(e.allocation());
          if (decided != null) {
            starts.recordValue(turn.at() - decided);
          }
        }
      }
      engine.apply(turn.plan());
      for (Action action : turn.plan().actions()) {
        if (action instanceof Action.Start(var allocation)) {
          starting.put(allocation.id(), turn.at());
        }
      }
      recorder.turned(turn, 1); // how long the pass took is not in a journal
    }

    Recorded recorded(History history) {
      Scorecard scorecard = recorder.finish(Double.NaN, Map.of());
      long median = starts.getTotalCount() == 0 ? 0 : starts.getValueAtPercentile(50);
      return new Recorded(history, policy, scorecard, from, until, turns, median);
    }
  }
}
