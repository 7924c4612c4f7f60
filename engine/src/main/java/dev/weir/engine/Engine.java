package dev.weir.engine;

import dev.weir.engine.backfill.PlannedStarts;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.check.Recount;
import dev.weir.engine.explain.Verdicts;
import dev.weir.engine.improve.Improve;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.pass.Pass;
import dev.weir.engine.pass.Strategists;
import dev.weir.engine.place.Placer;
import dev.weir.engine.policy.Strategies;
import dev.weir.engine.reclaim.Reclaim;
import dev.weir.engine.score.ScoreContext;
import dev.weir.engine.snapshot.EngineSnapshot;
import dev.weir.engine.state.Decisions;
import dev.weir.engine.state.Facts;
import dev.weir.engine.state.State;
import dev.weir.engine.state.StateSnapshots;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.plan.Plan;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiPredicate;

/**
 * The engine: facts in, decisions out. A deterministic function without clock, I/O or threads; used
 * by one thread at a time.
 */
public final class Engine {
  private final EngineConfig config;
  private final State state;
  private final Decisions decisions;
  private final Facts facts;
  private final Placer placer;
  private final Pass pass;
  private final Verdicts verdicts;
  private final Recount recount;
  private final StateSnapshots snapshots;

  public Engine(EngineConfig config) {
    this.config = config;
    state = new State(config.policy());
    decisions = new Decisions(state);
    facts = new Facts(state, decisions);
    placer = new Placer(state.ledger, state.jobs, state.claims, Strategies.scores(context()));
    pass = new Pass(state, decisions, placer, strategists());
    verdicts = new Verdicts(state);
    recount = new Recount(state);
    snapshots = new StateSnapshots(state, facts);
  }

  /**
   * An engine as it was when the snapshot was taken. Whoever lets it decide tells it {@link
   * Event.StateRecovered} first, as after a recovery from the journal alone.
   *
   * @param config as for a new engine; the policy is the snapshot's
   * @throws IllegalArgumentException when the snapshot contradicts itself
   * @throws IllegalStateException the same, found by the ledger or the recount
   */
  public static Engine restore(EngineConfig config, EngineSnapshot snapshot) {
    Engine engine = new Engine(config);
    engine.snapshots.restore(snapshot);
    engine.pass.restored(snapshot.pass());
    engine.placer.use(Strategies.scores(engine.context()));
    engine.recount.check(Assertions.FULL);
    if (engine.hash() != snapshot.hash()) {
      throw new IllegalArgumentException(
          "the restored state has the hash %x, the snapshot was taken of %x"
              .formatted(engine.hash(), snapshot.hash()));
    }
    return engine;
  }

  /**
   * All that later decisions depend on, immutable.
   *
   * @throws IllegalStateException when facts were folded after the newest pass
   */
  public EngineSnapshot snapshot() {
    return snapshots.snapshot(pass.number(), hash());
  }

  /** How this engine is run. */
  public EngineConfig config() {
    return config;
  }

  private Strategists strategists() {
    BiPredicate<Job, Charge> quota =
        (job, charge) -> !state.admission.overQuota(job, state.queueOf(job), charge);
    Reclaim reclaim = new Reclaim(decisions, placer, state.queues, quota);
    return new Strategists(
        new PlannedStarts(decisions, placer),
        reclaim,
        new Improve(decisions, placer, reclaim, quota));
  }

  private ScoreContext context() {
    return new ScoreContext(state.fleet, state.mix, state.expected, state.policy(), config.seed());
  }

  /**
   * Folds one fact that was journaled at {@code at} (ms). Late, doubled and unknown facts are
   * dropped and counted.
   */
  public void apply(long at, Event event) {
    PolicySpec before = state.policy();
    facts.fold(at, event);
    boolean recovered = event instanceof Event.StateRecovered;
    if (recovered) {
      pass.forget();
    }
    if (recovered || !state.policy().equals(before)) {
      placer.use(Strategies.scores(context()));
    }
    recount.check(config.assertions());
  }

  /** Decides, folds the decisions, and returns them. */
  public Plan pass(long at, long budget) {
    Plan plan = pass.run(at, budget);
    recount.check(config.assertions());
    return plan;
  }

  /** Folds a recorded pass and decides nothing (recovery). */
  public void apply(Plan recorded) {
    decisions.fold(recorded);
    pass.folded(recorded);
    recount.check(config.assertions());
  }

  /** Why a job waits; empty when it does not wait or is not known. */
  public Optional<Verdict> verdictOf(JobId id) {
    Job job = state.jobs.find(id);
    return job == null ? Optional.empty() : verdicts.of(job);
  }

  /**
   * The next journal time at which a pass could do something although nothing else happens: a
   * planned start, a window, a back-off, a reservation, a time limit.
   */
  public OptionalLong nextWakeUp() {
    return state.nextWakeUp();
  }

  /**
   * Jobs that ended since this was last asked, in the order of their ends; they are in no index any
   * more. Collected from the first call on, which must be made again after every turn.
   */
  public List<Job> takeEnded() {
    return state.jobs.takeEnded();
  }

  /** For reading. */
  public State state() {
    return state;
  }

  /** A hash of the whole state: equal for equal folds. */
  public long hash() {
    return recount.hash();
  }
}
