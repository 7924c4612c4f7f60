package dev.weir.simulator.run;

import dev.weir.control.ControlLoop;
import dev.weir.control.Turn;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Recorder;
import dev.weir.simulator.metrics.Scorecard;
import dev.weir.simulator.world.SimulatedWorld;
import dev.weir.simulator.world.VirtualClock;
import dev.weir.simulator.world.Workload;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A simulation under way: a world, a loop, and the time between them. All that is due at one moment
 * goes into one turn.
 */
public final class Session {
  /** Turns in a row in which nothing happened to anything, after which waiting jobs are stuck. */
  private static final int IDLE_TURNS = 10_000;

  private final Simulation setup;
  private final VirtualClock clock;
  private final SimulatedWorld world;
  private final ControlLoop loop;
  private final Recorder recorder;
  private final long begunNanos = System.nanoTime();
  private long turns;
  private int idle;

  Session(Simulation setup) {
    this.setup = setup;
    boolean inflates = setup.protocol == Protocol.INFLATION;
    Workload jobs = inflates ? Inflation.endless(setup.workload) : setup.workload;
    clock = new VirtualClock(0);
    Later truth = new Later();
    Engine engine = new Engine(new EngineConfig(setup.policy, setup.assertions, setup.seed));
    recorder =
        new Recorder(
            arrivals(jobs), id -> truth.get().workOf(id), id -> engine.state().jobs.outcome(id));
    world =
        new SimulatedWorld(
            setup.cluster.nodes().getFirst().domain(),
            clock,
            setup.cluster.topology(),
            setup.cluster.nodes(),
            jobs,
            setup.models,
            setup.seed,
            recorder);
    truth.world = world;
    if (inflates) {
      world.holdArrivals();
    }
    ControlLoop.Builder builder =
        ControlLoop.over(engine, setup.journal)
            .clock(clock)
            .driver(world)
            .budget(setup.budget)
            .mostEvents(Integer.MAX_VALUE)
            .forecaster(setup.forecasts.forecaster(job -> world.workOf(job.id()), setup.seed))
            .listener(recorder);
    setup.invariants.forEach(builder::invariant);
    setup.listeners.forEach(builder::listener);
    loop = builder.build();
    setup.cluster.configuration().forEach(loop::offer);
    loop.offer(new Event.PolicyConfigured(setup.policy));
    loop.start();
    setup.script.forEach(s -> world.script(s.at(), s.event()));
    turn();
  }

  private static Recorder.Arrivals arrivals(Workload jobs) {
    return jobs.size() == 0
        ? new Recorder.Arrivals(0, 0, 0)
        : new Recorder.Arrivals(
            jobs.size(), jobs.submittedAt(0), jobs.submittedAt(jobs.size() - 1));
  }

  /** The recorder is needed to make the world, and the world to answer the recorder. */
  private static final class Later {
    private @org.jspecify.annotations.Nullable SimulatedWorld world;

    private SimulatedWorld get() {
      if (world == null) {
        throw new IllegalStateException("asked for the truth before there is a world");
      }
      return world;
    }
  }

  /** The clock's time, ms. */
  public long now() {
    return clock.millis();
  }

  public Engine engine() {
    return loop.engine();
  }

  public ControlLoop loop() {
    return loop;
  }

  public SimulatedWorld world() {
    return world;
  }

  public Recorder recorder() {
    return recorder;
  }

  /** A fact that is true now; it goes into the next turn. */
  public void offer(Event event) {
    loop.offer(event);
  }

  /** Advances to the next moment at which something is due, unless it is after {@code until}. */
  public boolean step(long until) {
    OptionalLong next = nextTime();
    if (next.isEmpty() || next.getAsLong() > until) {
      return false;
    }
    clock.advanceTo(Math.max(clock.millis(), next.getAsLong()));
    world.happen();
    turn();
    return true;
  }

  /** Runs all that is due until a time, ms, and sets the clock to it. */
  public void runUntil(long millis) {
    while (step(millis)) {
      // Each step is one turn.
    }
    clock.advanceTo(Math.max(clock.millis(), millis));
  }

  /** Lets time pass and the world report what is due, without a turn. */
  void advance(long millis) {
    clock.advanceTo(Math.max(clock.millis(), millis));
    world.happen();
  }

  private OptionalLong nextTime() {
    if (loop.pending()) {
      return OptionalLong.of(clock.millis());
    }
    OptionalLong event = world.nextEventTime();
    OptionalLong wakeUp = loop.nextWakeUp();
    if (event.isEmpty() || wakeUp.isEmpty()) {
      return event.isEmpty() ? wakeUp : event;
    }
    return OptionalLong.of(Math.min(event.getAsLong(), wakeUp.getAsLong()));
  }

  /** One turn now, with all facts that are queued. */
  Turn turn() {
    Turn turn = loop.turn();
    turns++;
    idle = world.busy() || acted(turn) ? 0 : idle + 1;
    if ((turns & 0xFFF) == 0) {
      setup.progress.at(world.arrived(), setup.workload.size());
    }
    return turn;
  }

  private static boolean acted(Turn turn) {
    return turn.plan().actions().stream().anyMatch(a -> a instanceof Action.ForWorld);
  }

  /** Runs until all jobs have ended, nothing more can happen, or the horizon is reached. */
  SimulationResult finish() {
    long horizon = setup.horizon.toMillis();
    while (!over() && step(horizon)) {
      // Each step is one turn.
    }
    return result(Map.of());
  }

  private boolean over() {
    boolean allArrived = world.arrived() == setup.workload.size();
    return (allArrived && recorder.liveJobs() == 0 && !world.busy()) || idle > IDLE_TURNS;
  }

  SimulationResult result(Map<Metric, Double> more) {
    world.settleAll();
    setup.progress.at(world.arrived(), setup.workload.size());
    Scorecard scorecard = recorder.finish((System.nanoTime() - begunNanos) / 1e9, more);
    return new SimulationResult(
        setup.policy,
        setup.models,
        setup.forecasts,
        setup.protocol,
        setup.seed,
        scorecard,
        loop.forecastError(),
        turns,
        clock.millis(),
        recorder.firstLiveJobs(20),
        engine().hash());
  }

  Workload workload() {
    return setup.workload;
  }
}
