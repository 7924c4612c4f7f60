package dev.weir.engine.pass;

import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.place.Placer;
import dev.weir.engine.queue.Candidates;
import dev.weir.engine.state.Decisions;
import dev.weir.engine.state.State;
import dev.weir.model.action.Action;
import dev.weir.model.plan.Plan;
import java.util.List;

/**
 * One run of the pipeline over the state. Deterministic, without a clock; bounded by work units.
 */
public final class Pass {
  private final State state;
  private final Decisions decisions;
  private final Placer placer;
  private final Settle settle;
  private final Starts starts;
  private final Strategists strategists;
  private long number;

  public Pass(State state, Decisions decisions, Placer placer, Strategists strategists) {
    this.state = state;
    this.decisions = decisions;
    this.placer = placer;
    this.strategists = strategists;
    this.settle = new Settle(state, decisions, new Repair(state, decisions, placer));
    this.starts = new Starts(state, decisions, placer, strategists);
  }

  /** Decides at journal time {@code at}, spending at most {@code units}. */
  public Plan run(long at, long units) {
    Budget budget = Budget.of(units);
    state.advance(at);
    number++;

    settle.run(); // refusals at the door, stops, time limits, repairs
    strategists.plans().check(); // planned starts that no longer hold

    // 1. order: queues by guarantee and dominant share, jobs by the policy's order
    Candidates candidates =
        state.queues.candidates(state.policy().fairness(), state.now(), state.epoch());
    starts.begin(budget);
    for (Job job : strategists.plans().due()) {
      starts.considerDue(job); // whose time has come goes first
    }
    for (Job job = candidates.next(); job != null; job = candidates.next()) {
      if (!budget.spend(1) || budget.exhausted()) {
        break;
      }
      // 2. admit, 3. place, 4. plan and backfill, 5. reclaim, 7. explain
      if (!starts.consider(job, candidates)) {
        break;
      }
    }
    strategists.plans().replan(budget);
    if (!budget.exhausted()) {
      strategists.improve().run(budget); // 6. grow, consolidate, reshape
    }
    return plan(budget);
  }

  private Plan plan(Budget budget) {
    List<Action> actions = decisions.takeActions();
    return new Plan(
        number,
        state.now(),
        actions,
        budget.total(),
        budget.used(),
        budget.exhausted(),
        PlanHash.of(number, state.now(), actions));
  }

  /** A recorded pass was folded; the next one counts on. */
  public void folded(Plan plan) {
    number = plan.pass();
  }

  /** Number of the newest pass. */
  public long number() {
    return number;
  }

  /** A snapshot was put back; the next pass counts on. */
  public void restored(long newest) {
    number = newest;
  }

  /** Forgets what passes have found out beside the state. */
  public void forget() {
    strategists.plans().forget();
    strategists.improve().forget();
  }

  /** Work units that placement has used so far. */
  public long work() {
    return placer.work();
  }
}
