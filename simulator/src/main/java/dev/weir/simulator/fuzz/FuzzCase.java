package dev.weir.simulator.fuzz;

import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.event.Event;
import dev.weir.model.id.QueueId;
import dev.weir.model.plan.Plan;
import dev.weir.model.policy.PolicySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One random case. The seed decides everything: fleet, tenants, policy, jobs, faults, what comes
 * late or twice, and the pass's budget. After each fact and each pass everything is recounted.
 */
public final class FuzzCase {
  private static final int STEPS = 120;

  private final long seed;
  private final Random random;
  private final PolicySpec policy;
  private final Engine engine;

  /** Folds what the engine decided, and never decides itself. */
  private final Engine folded;

  /** Took the state over from the journal in the middle, and decides the same from there on. */
  private @Nullable Engine recovered;

  private final FuzzWorld world;
  private final Invariants invariants;
  private final ObjIntConsumer<Engine> sabotage;
  private final List<Entry> journal = new ArrayList<>();
  private long now = 1;
  private int step;

  /** A journaled fact or pass. */
  private sealed interface Entry {}

  private record Fact(long at, Event event) implements Entry {}

  private record Passed(Plan plan) implements Entry {}

  public FuzzCase(long seed) {
    this(seed, (_, _) -> {});
  }

  /**
   * @param sabotage may damage the engine's state before each step, to show that the invariants
   *     would notice
   */
  FuzzCase(long seed, ObjIntConsumer<Engine> sabotage) {
    this.seed = seed;
    this.sabotage = sabotage;
    random = new Random(seed);
    policy = policy();
    engine = new Engine(new EngineConfig(policy, Assertions.FULL, seed));
    folded = new Engine(new EngineConfig(policy, Assertions.OFF, seed));
    world = new FuzzWorld(random);
    invariants = new Invariants(engine);
  }

  /** The default policy uses most of the engine, so that every second case is its. */
  private PolicySpec policy() {
    List<String> names = List.copyOf(Policies.names());
    String name = random.nextBoolean() ? "weir" : names.get(random.nextInt(names.size()));
    return Policies.find(name).orElseThrow();
  }

  /** Runs the case; empty when nothing was broken. */
  public Optional<Violation> run() {
    try {
      play();
      return Optional.empty();
    } catch (BrokenInvariant e) {
      return Optional.of(new Violation(e.invariant(), step, String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      StackTraceElement at = e.getStackTrace().length > 0 ? e.getStackTrace()[0] : null;
      return Optional.of(new Violation("consistency", step, e + (at == null ? "" : " at " + at)));
    }
  }

  private void play() {
    RandomFleet fleet = new RandomFleet(random);
    List<QueueId> leaves = new ArrayList<>();
    for (Event event : fleet.events()) {
      fact(event);
      if (event instanceof Event.QueuesConfigured q) {
        q.queues().forEach(s -> leaves.add(s.id()));
        q.queues().forEach(s -> s.parent().ifPresent(leaves::remove));
      }
    }
    RandomJobs jobs = new RandomJobs(random, leaves);
    for (step = 0; step < STEPS; step++) {
      sabotage.accept(engine, step);
      now += random.nextInt(20_000);
      for (int i = random.nextInt(4); i > 0; i--) {
        world.something(engine, fleet, jobs, now).forEach(this::fact);
      }
      world.due(now).forEach(this::fact);
      if (recoversNow()) {
        recover();
      }
      pass();
    }
    drain();
    invariants.empty();
    decidesTheSameAgain();
  }

  private void fact(Event event) {
    journal.add(new Fact(now, event));
    engine.apply(now, event);
    folded.apply(now, event);
    if (recovered != null) {
      recovered.apply(now, event);
    }
    invariants.afterFact(event);
  }

  private void pass() {
    invariants.beforePass();
    long budget = random.nextInt(10) == 0 ? 1 + random.nextInt(200) : 1_000_000;
    Plan plan = engine.pass(now, budget);
    journal.add(new Passed(plan));
    folded.apply(plan);
    if (folded.hash() != engine.hash()) {
      throw new BrokenInvariant(
          "recovery",
          "folding pass %d gives another state: %s".formatted(plan.pass(), plan.actions()));
    }
    sameAfterRecovery(plan);
    world.execute(engine, plan, now);
    invariants.afterPass(plan);
  }

  /** Once in a case, at a step that the seed decides without a draw. */
  private boolean recoversNow() {
    return step == Math.floorMod(seed * 37, STEPS);
  }

  /** Another process takes over: it folds the journal, and both are told. */
  private void recover() {
    Engine heir = new Engine(new EngineConfig(policy, Assertions.OFF, seed));
    for (Entry record : journal) {
      switch (record) {
        case Fact f -> heir.apply(f.at(), f.event());
        case Passed p -> heir.apply(p.plan());
      }
    }
    recovered = heir;
    fact(new Event.StateRecovered());
  }

  private void sameAfterRecovery(Plan plan) {
    if (recovered == null) {
      return;
    }
    Plan other = recovered.pass(plan.at(), plan.budget());
    if (other.hash() != plan.hash()) {
      throw new BrokenInvariant(
          "recovery",
          "pass %d: %s, and after a recovery %s"
              .formatted(plan.pass(), plan.actions(), other.actions()));
    }
  }

  /** Everything ends: all room must come back. */
  private void drain() {
    for (int round = 0; round < 50 && !engine.state().jobs.live().isEmpty(); round++) {
      now += 3_600_000;
      world.cancelAll(engine).forEach(this::fact);
      world.due(Long.MAX_VALUE).forEach(this::fact);
      pass();
    }
  }

  /** The same journal leads a second engine to the same decisions (wall W7). */
  private void decidesTheSameAgain() {
    Engine again = new Engine(new EngineConfig(engine.state().policy(), Assertions.OFF, seed));
    for (Entry record : journal) {
      switch (record) {
        case Fact f -> again.apply(f.at(), f.event());
        case Passed p -> {
          Plan other = again.pass(p.plan().at(), p.plan().budget());
          if (other.hash() != p.plan().hash()) {
            throw new BrokenInvariant(
                "determinism",
                "pass %d: %s, then %s"
                    .formatted(p.plan().pass(), p.plan().actions(), other.actions()));
          }
        }
      }
    }
  }
}
