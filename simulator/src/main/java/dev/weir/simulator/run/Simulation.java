package dev.weir.simulator.run;

import dev.weir.control.DiscardingJournal;
import dev.weir.control.History;
import dev.weir.control.Invariant;
import dev.weir.control.Journal;
import dev.weir.control.TurnListener;
import dev.weir.engine.check.Assertions;
import dev.weir.model.event.Event;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.world.Workload;
import dev.weir.simulator.world.WorldModels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One simulation, set up and run:
 *
 * <pre>{@code
 * SimulationResult result = Simulation.of(cluster, workload, policy, models, seed).run();
 * }</pre>
 *
 * Equal set-ups give equal results, but for wall times.
 */
public final class Simulation {
  final Cluster cluster;
  final Workload workload;
  final PolicySpec policy;
  final WorldModels models;
  final long seed;
  final List<History.Timed> script = new ArrayList<>();
  final List<Invariant> invariants = new ArrayList<>();
  final List<TurnListener> listeners = new ArrayList<>();
  Forecasts forecasts = new Forecasts.None();
  Protocol protocol = Protocol.TIMED;
  Assertions assertions = Assertions.OFF;
  Journal journal = new DiscardingJournal();
  Progress progress = Progress.SILENT;
  long budget = 10_000_000;
  Duration horizon = Duration.ofDays(3650);

  private Simulation(
      Cluster cluster, Workload workload, PolicySpec policy, WorldModels models, long seed) {
    this.cluster = cluster;
    this.workload = workload;
    this.policy = policy;
    this.models = models;
    this.seed = seed;
  }

  /**
   * @param seed of all that is random: the engine's ties, forecast errors, faults
   */
  public static Simulation of(
      Cluster cluster, Workload workload, PolicySpec policy, WorldModels models, long seed) {
    return new Simulation(cluster, workload, policy, models, seed);
  }

  /** What the engine is told about run times; without, nothing. */
  public Simulation forecasts(Forecasts value) {
    forecasts = value;
    return this;
  }

  public Simulation protocol(Protocol value) {
    protocol = value;
    return this;
  }

  /** How much the engine checks itself; without, nothing. */
  public Simulation assertions(Assertions value) {
    assertions = value;
    return this;
  }

  /** Keeps the turns, for recovery, replay or a bug report. */
  public Simulation journal(Journal value) {
    journal = value;
    return this;
  }

  /** Work units that a pass may use. */
  public Simulation budget(long units) {
    budget = units;
    return this;
  }

  /** Ends the run at this time even when jobs are left. */
  public Simulation horizon(Duration value) {
    horizon = value;
    return this;
  }

  /**
   * A fact at a given time, ms: a person's wish, or a fault of a node or device, which takes effect
   * in the world.
   */
  public Simulation at(long millis, Event event) {
    script.add(new History.Timed(millis, event));
    return this;
  }

  public Simulation invariant(Invariant value) {
    invariants.add(value);
    return this;
  }

  public Simulation listener(TurnListener value) {
    listeners.add(value);
    return this;
  }

  /** Hears how far the run is. */
  public Simulation progress(Progress value) {
    progress = value;
    return this;
  }

  /** Runs to the end. */
  public SimulationResult run() {
    Session session = open();
    return switch (protocol) {
      case TIMED -> session.finish();
      case INFLATION -> new Inflation(session).run();
    };
  }

  /** Begins a run that the caller advances step by step. */
  public Session open() {
    return new Session(this);
  }

  /** How far a run is. */
  @FunctionalInterface
  public interface Progress {
    Progress SILENT = (_, _) -> {};

    /**
     * @param done jobs that have arrived
     * @param all jobs of the workload
     */
    void at(int done, int all);
  }
}
