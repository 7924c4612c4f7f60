package dev.weir.simulator.scenario.run;

import dev.weir.control.ControlLoop;
import dev.weir.control.MemoryJournal;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.files.document.Cluster;
import dev.weir.files.document.ClusterFile;
import dev.weir.forecast.DurationForecaster;
import dev.weir.forecast.OracleForecaster;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.scenario.Deed;
import dev.weir.simulator.scenario.Names;
import dev.weir.simulator.scenario.ScenarioFile;
import dev.weir.simulator.scenario.Submission;
import dev.weir.simulator.scenario.World;
import dev.weir.simulator.world.Cost;
import dev.weir.simulator.world.Overheads;
import dev.weir.simulator.world.SimulatedWorld;
import dev.weir.simulator.world.VirtualClock;
import dev.weir.simulator.world.WorldListener;
import dev.weir.simulator.world.WorldModels;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The engine, the loop and the world of one scenario, and the time that passes for them. */
final class Stage {
  /** More passes than this at one moment, and the engine never comes to rest. */
  private static final int RESTLESS = 5_000;

  private final ScenarioFile scenario;
  private final ClusterFile clusterFile;
  private final PolicySpec policy;
  private final Cast cast;
  private final Log log = new Log();
  private final VirtualClock clock = new VirtualClock(0);
  private final SimulatedWorld world;
  private final StageDriver driver;
  private final MemoryJournal journal = new MemoryJournal();
  private final List<Event> unheard = new ArrayList<>();
  private ControlLoop loop;
  private int nextScene;
  private long upAgain = Long.MIN_VALUE;
  private long stateWhenDied;

  /** Told whenever all that is due at one moment has happened. */
  @FunctionalInterface
  interface Moments {
    /**
     * @param now this moment, ms
     * @param next the next moment at which something happens; MAX_VALUE when nothing will
     */
    void settled(long now, long next);
  }

  Stage(ScenarioFile scenario) {
    this.scenario = scenario;
    clusterFile = scenario.cluster().orElseThrow();
    policy = scenario.policy().toSpec();
    cast = Cast.of(scenario);
    Cluster cluster = clusterFile.toCluster();
    world =
        new SimulatedWorld(
            cluster.nodes().getFirst().domain(),
            clock,
            cluster.topology(),
            cluster.nodes(),
            cast.workload(),
            models(scenario.world()),
            scenario.seed(),
            WorldListener.NONE);
    world.holdArrivals();
    driver = new StageDriver(world);
    loop = loop();
    for (Event event : cluster.toEvents()) {
      if (!(event instanceof Event.NodeJoined)) {
        loop.offer(event);
      }
    }
    loop.offer(new Event.PolicyConfigured(policy));
    loop.start();
    loop.turn();
  }

  private static WorldModels models(World world) {
    Overheads overheads =
        new Overheads(
            "scenario",
            new Cost.Flat(world.start().toMillis()),
            new Cost.Flat(world.checkpoint().toMillis()),
            new Cost.Flat(world.restart().toMillis()),
            new Cost.Flat(world.restart().toMillis()),
            Cost.NONE);
    return WorldModels.IDEAL
        .withOverheads(overheads)
        .withCheckpointEvents(world.reportCheckpoints());
  }

  /** A loop over what the journal holds; nothing is decided anew. */
  private ControlLoop loop() {
    Engine engine = new Engine(new EngineConfig(policy, Assertions.FULL, scenario.seed()));
    return ControlLoop.over(engine, journal)
        .clock(clock)
        .driver(driver)
        .mostEvents(Integer.MAX_VALUE)
        .forecaster(forecaster())
        .listener(log)
        .build();
  }

  private DurationForecaster forecaster() {
    return switch (scenario.world().forecasts()) {
      case NONE -> DurationForecaster.NONE;
      case EXACT -> new OracleForecaster(job -> world.workOf(job.id()), 0, scenario.seed());
    };
  }

  Engine engine() {
    return loop.engine();
  }

  Log log() {
    return log;
  }

  Cast cast() {
    return cast;
  }

  /** Plays until nothing more happens, or the end of the scenario. */
  void play(Moments moments) {
    long end = scenario.until().orElse(ScenarioFile.LONGEST).toMillis();
    int passesNow = 0;
    while (true) {
      long now = clock.millis();
      long next = nextTime();
      if (next > now) {
        log.look(now, engine());
        moments.settled(now, next > end ? Long.MAX_VALUE : next);
        passesNow = 0;
      }
      if (next > end || next == Long.MAX_VALUE) {
        return;
      }
      if (++passesNow > RESTLESS) {
        throw new AssertionError(
            "the engine never comes to rest at %s: %d passes at one moment"
                .formatted(Times.of(now), passesNow));
      }
      clock.advanceTo(Math.max(now, next));
      happen();
    }
  }

  private long nextTime() {
    long now = clock.millis();
    long next = Long.MAX_VALUE;
    if (nextScene < cast.scenes().size()) {
      next = cast.scenes().get(nextScene).at();
    }
    OptionalLong event = world.nextEventTime();
    if (event.isPresent()) {
      next = Math.min(next, event.getAsLong());
    }
    if (down()) {
      return Math.max(now, Math.min(next, upAgain));
    }
    if (loop.pending()) {
      return now;
    }
    OptionalLong wakeUp = loop.nextWakeUp();
    return Math.max(now, wakeUp.isPresent() ? Math.min(next, wakeUp.getAsLong()) : next);
  }

  private boolean down() {
    return upAgain != Long.MIN_VALUE;
  }

  private void happen() {
    long now = clock.millis();
    world.happen();
    while (nextScene < cast.scenes().size() && cast.scenes().get(nextScene).at() <= now) {
      Cast.Scene scene = cast.scenes().get(nextScene++);
      if (scene.step().deed() instanceof Deed.Restart restart) {
        // What was to be decided before is decided; only then the loop dies.
        while (!down() && loop.pending()) {
          loop.turn();
        }
        die(now + restart.down().toMillis());
      } else {
        perform(scene);
      }
    }
    if (down() && now >= upAgain) {
      recover();
    }
    if (!down() && loop.due()) {
      loop.turn();
      log.look(now, engine());
    }
  }

  // ------------------------------------------------------------------ deeds

  private void offer(Event event) {
    if (down()) {
      unheard.add(event);
    } else {
      loop.offer(event);
    }
  }

  private void inWorld(Event event) {
    world.script(clock.millis(), event);
    world.happen();
  }

  private void perform(Cast.Scene scene) {
    switch (scene.step().deed()) {
      case Submission _ -> scene.jobs().forEach(_ -> world.arriveNext());
      case Deed.Cancel(var jobs) -> each(jobs, j -> offer(new Event.JobCancelled(j, "a person")));
      case Deed.Suspend(var jobs) -> each(jobs, j -> offer(new Event.JobSuspended(j, "a person")));
      case Deed.Resume(var jobs) -> each(jobs, j -> offer(new Event.JobResumed(j, "a person")));
      case Deed.Priority(String job, int to) ->
          each(List.of(job), j -> offer(new Event.PriorityChanged(j, to, "a person")));
      case Deed.Join join ->
          join.toSpecs(clusterFile).forEach(n -> inWorld(new Event.NodeJoined(n)));
      case Deed.Leave leave -> Names.nodeIds(leave.nodes()).forEach(n -> leave(n, leave));
      case Deed.Health(var nodes, var health) ->
          Names.nodeIds(nodes).forEach(n -> inWorld(new Event.NodeHealthChanged(n, health)));
      case Deed.Device d ->
          inWorld(new Event.DeviceHealthChanged(new NodeId(d.node()), d.number(), d.healthy()));
      case Deed.Layout l ->
          driver.tell(
              new Event.MigLayoutObserved(new NodeId(l.node()), l.device(), l.toInstances()));
      case Deed.Refuse(String job, var starts) ->
          each(List.of(job), j -> driver.refuse(j, starts.orElse(Integer.MAX_VALUE)));
      case Deed.Report report -> each(List.of(report.job()), j -> report(j, report));
      case Deed.Forecast f ->
          each(
              List.of(f.job()),
              j ->
                  offer(
                      new Event.DurationForecastMade(
                          j, new DurationForecast(f.p50().toMillis(), f.p90().toMillis()))));
      case Deed.Reserve r -> offer(new Event.ReservationMade(r.toReservation()));
      case Deed.Drain d -> offer(new Event.ReservationMade(d.toReservation()));
      case Deed.Release(String name) -> offer(new Event.ReservationEnded(name));
      case Deed.Queues q -> offer(new Event.QueuesConfigured(q.toSpecs()));
      case Deed.Licences(var counts) -> offer(new Event.LicencesConfigured(counts));
      case Deed.Policy(var choice) -> offer(new Event.PolicyConfigured(choice.toSpec()));
      case Deed.Pass() -> offer(new Event.TimePassed());
      case Deed.Restart _ -> throw new IllegalStateException("a restart is no fact");
    }
  }

  private void each(List<String> names, java.util.function.Consumer<JobId> what) {
    for (String name : names) {
      List<JobId> jobs = cast.find(name, log);
      if (jobs.isEmpty()) {
        throw new AssertionError("the timeline names job " + name + ", of which there is none");
      }
      jobs.forEach(what);
    }
  }

  private void leave(NodeId node, Deed.Leave leave) {
    NodeSpec present = driver.node(node);
    String uid = leave.uid().orElseGet(() -> present == null ? node.value() : present.uid());
    Event.NodeLeft left = new Event.NodeLeft(node, uid);
    if (present != null && present.uid().equals(uid)) {
      inWorld(left);
    } else {
      driver.tell(left); // late: that host is not there any more
    }
  }

  private void report(JobId job, Deed.Report r) {
    List<Log.Start> starts = log.starts(job);
    if (starts.isEmpty()) {
      throw new AssertionError(
          "the timeline reports about job %s, which was never started".formatted(cast.name(job)));
    }
    int incarnation = r.incarnation().orElse(starts.getLast().incarnation());
    AllocationId allocation =
        starts.stream()
            .filter(s -> s.incarnation() <= incarnation)
            .reduce((_, newer) -> newer)
            .orElse(starts.getFirst())
            .allocation();
    driver.tell(
        switch (r.event()) {
          case STARTED -> new Event.AllocationStarted(allocation, job, incarnation);
          case ENDED -> new Event.AllocationEnded(allocation, job, incarnation, r.as());
          case START_REFUSED ->
              new Event.StartRefused(allocation, job, incarnation, "reported late");
          case TASK_LOST ->
              new Event.TaskLost(allocation, job, incarnation, 0, r.task(), "reported late");
          case CHECKPOINT -> new Event.CheckpointCompleted(job, incarnation);
        });
  }

  // ------------------------------------------------------------------ death and recovery

  private void die(long until) {
    stateWhenDied = loop.engine().hash();
    loop.close();
    driver.leaveAlone();
    upAgain = until;
  }

  private void recover() {
    loop = loop();
    long recovered = loop.engine().hash();
    if (recovered != stateWhenDied) {
      throw new AssertionError(
          "the state recovered from the journal at %s is not the state before: hash %x, not %x"
              .formatted(Times.of(clock.millis()), recovered, stateWhenDied));
    }
    upAgain = Long.MIN_VALUE;
    loop.start();
    unheard.forEach(loop::offer);
    unheard.clear();
  }
}
