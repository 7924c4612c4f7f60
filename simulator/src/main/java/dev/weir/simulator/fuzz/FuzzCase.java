package dev.weir.simulator.fuzz;

import dev.weir.control.CanonicalJson;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.job.Job;
import dev.weir.engine.policy.Policies;
import dev.weir.engine.snapshot.EngineSnapshot;
import dev.weir.model.event.Event;
import dev.weir.model.forecast.DemandForecast;
import dev.weir.model.id.QueueId;
import dev.weir.model.plan.Plan;
import dev.weir.model.policy.PolicySpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * One random case. The seed decides everything: fleet, tenants, policy, jobs, faults, what comes
 * late or twice, and the pass's budget. After each fact and each pass everything is recounted.
 */
public final class FuzzCase {
  private static final int STEPS = 120;

  private final long seed;
  private final Random random;

  /** Draws of its own, so that what it adds leaves the rest of a case as it was. */
  private final Random people;

  private final PolicySpec policy;
  private final Engine engine;

  /** Folds what the engine decided, and never decides itself. */
  private final Engine folded;

  /** Took the state over in the middle, and decide the same from there on. */
  private final List<Heir> heirs = new ArrayList<>();

  /** Taken before the take-over. */
  private final List<Taken> snapshots = new ArrayList<>();

  private final FuzzWorld world;
  private final Invariants invariants;
  private final ObjIntConsumer<Engine> sabotage;
  private final UnaryOperator<EngineSnapshot> forgetful;
  private final List<Entry> journal = new ArrayList<>();
  private long now = 1;
  private int step;

  /** A journaled fact or pass. */
  private sealed interface Entry {}

  private record Fact(long at, Event event) implements Entry {}

  private record Passed(Plan plan) implements Entry {}

  /**
   * @param entries of the journal that it stands for
   */
  private record Taken(EngineSnapshot snapshot, int entries) {}

  /**
   * @param from what it took over from
   */
  private record Heir(String from, Engine engine) {}

  public FuzzCase(long seed) {
    this(seed, (_, _) -> {}, s -> s);
  }

  /**
   * @param sabotage may damage the engine's state before each step, to show that the invariants
   *     would notice
   * @param forgetful may leave something out of the snapshot, for the same purpose
   */
  FuzzCase(long seed, ObjIntConsumer<Engine> sabotage, UnaryOperator<EngineSnapshot> forgetful) {
    this.seed = seed;
    this.sabotage = sabotage;
    this.forgetful = forgetful;
    random = new Random(seed);
    people = new Random(~seed);
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
      if (snapshotNow()) {
        snapshots.add(new Taken(forgetful.apply(engine.snapshot()), journal.size()));
      }
      now += random.nextInt(20_000);
      for (int i = random.nextInt(4); i > 0; i--) {
        world.something(engine, fleet, jobs, now).forEach(this::fact);
      }
      world.due(now).forEach(this::fact);
      if (people.nextInt(20) == 0) {
        fact(stated());
      }
      if (recoversNow()) {
        recover();
      }
      pass();
    }
    drain();
    invariants.empty();
    decidesTheSameAgain();
  }

  /** What people and forecasters of demand state now and then. */
  private Event stated() {
    List<String> names = List.copyOf(Policies.names());
    if (people.nextInt(3) == 0) {
      return new Event.PolicyConfigured(
          Policies.find(names.get(people.nextInt(names.size()))).orElseThrow());
    }
    List<DemandForecast.Expected> expected = new ArrayList<>();
    for (Job job : engine.state().jobs.live()) {
      if (people.nextInt(3) == 0) {
        expected.add(
            new DemandForecast.Expected(
                job.spec.roles().getFirst().variants().getFirst().request(),
                1 + people.nextInt(20)));
      }
    }
    return new Event.DemandForecastMade(new DemandForecast(expected));
  }

  private void fact(Event event) {
    journal.add(new Fact(now, event));
    engine.apply(now, event);
    folded.apply(now, event);
    heirs.forEach(h -> h.engine.apply(now, event));
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
    return step == recoveryStep();
  }

  private int recoveryStep() {
    return Math.floorMod(seed * 37, STEPS);
  }

  /** At some steps up to the take-over: from none to all turns are folded after a snapshot. */
  private boolean snapshotNow() {
    int last = recoveryStep();
    return LongStream.of(53, 91, 11).anyMatch(k -> step == Math.floorMod(seed * k, last + 1));
  }

  /** Others take over: one folds the whole journal, some what came after a snapshot. */
  private void recover() {
    Engine fresh = new Engine(new EngineConfig(policy, Assertions.OFF, seed));
    heirs.add(new Heir("the journal", folded(fresh, journal)));
    for (Taken t : snapshots) {
      List<Entry> since = journal.subList(t.entries, journal.size());
      heirs.add(new Heir("snapshot " + t.snapshot.pass(), folded(restored(t.snapshot), since)));
    }
    fact(new Event.StateRecovered());
  }

  /** From what a store would give back. */
  private Engine restored(EngineSnapshot snapshot) {
    try {
      String taken = CanonicalJson.text(snapshot);
      EngineSnapshot read = CanonicalJson.read(taken, EngineSnapshot.class);
      Engine heir = Engine.restore(new EngineConfig(policy, Assertions.CHEAP, seed), read);
      if (!CanonicalJson.text(heir.snapshot()).equals(taken)) {
        throw new BrokenInvariant(
            "recovery", "snapshot %d is another one when it is taken again".formatted(read.pass()));
      }
      return heir;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Engine folded(Engine heir, List<Entry> turns) {
    for (Entry record : turns) {
      switch (record) {
        case Fact f -> heir.apply(f.at(), f.event());
        case Passed p -> heir.apply(p.plan());
      }
    }
    return heir;
  }

  private void sameAfterRecovery(Plan plan) {
    for (Heir heir : heirs) {
      Plan other = heir.engine.pass(plan.at(), plan.budget());
      if (other.hash() != plan.hash()) {
        throw new BrokenInvariant(
            "recovery",
            "pass %d: %s, and after a recovery from %s %s"
                .formatted(plan.pass(), plan.actions(), heir.from, other.actions()));
      }
      if (heir.engine.hash() != engine.hash()
          || !heir.engine.nextWakeUp().equals(engine.nextWakeUp())) {
        throw new BrokenInvariant(
            "recovery",
            "pass %d leaves another state after a recovery from %s"
                .formatted(plan.pass(), heir.from));
      }
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
    Engine again = new Engine(new EngineConfig(policy, Assertions.OFF, seed));
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
