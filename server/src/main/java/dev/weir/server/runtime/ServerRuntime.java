package dev.weir.server.runtime;

import dev.weir.control.ControlLoop;
import dev.weir.control.Driver;
import dev.weir.control.HealthReasons;
import dev.weir.control.InvariantViolated;
import dev.weir.control.JournalFailure;
import dev.weir.control.Origin;
import dev.weir.control.Turn;
import dev.weir.control.TurnListener;
import dev.weir.engine.Engine;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Node;
import dev.weir.forecast.HistoryForecaster;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import dev.weir.store.Lease;
import dev.weir.store.Setting;
import dev.weir.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * One server without its HTTP. It follows the journal until it gets the lease, then leads: it alone
 * takes turns and drives worlds. It never goes back to following; a leader that is deposed, or
 * whose commit fails, stops for good, and its process with it (wall W10).
 */
public final class ServerRuntime implements AutoCloseable {
  private static final long FOLLOW_MILLIS = 100;
  private static final int FOLLOW_TURNS = 500;
  private static final long ANSWER_SECONDS = 30;

  /** Settings that keep which nodes people have cordoned, and why. */
  public static final String CORDONS = "cordons/";

  /** Who states the facts of a first start. */
  private static final Origin FIRST_START = Origin.of("weir", "first start", Optional.empty());

  private final Store store;
  private final RuntimeConfig config;
  private final RuntimeWatch watch;
  private final ControlLoop loop;
  private final JobIds ids = new JobIds();
  private final TurnFeed feed = new TurnFeed();
  private final Thread thread;
  private final Map<DomainId, Driver> drivers = new TreeMap<>();
  private volatile boolean leads;
  private volatile boolean closed;

  private ServerRuntime(Store store, RuntimeConfig config, RuntimeWatch watch) {
    this.store = store;
    this.config = config;
    this.watch = watch;
    loop =
        ControlLoop.over(
                new Engine(config.engine()),
                new WatchedJournal(store, this::follow, watch::committed))
            .clock(config.clock())
            .forecaster(new HistoryForecaster())
            .budget(config.budget())
            .mayAct(store.lease()::held)
            .listener(this::turned)
            .snapshots(store.snapshots(), config.snapshotEvery())
            .build();
    ids.above(loop.engine().state().jobs.newest());
    feed.recovered(loop.sequence());
    watch.recovered(loop.engine(), store);
    thread = Thread.ofPlatform().name("weir-loop").unstarted(this::work);
  }

  /**
   * Recovers what the journal holds and begins to follow or to lead.
   *
   * @throws JournalFailure the journal is damaged
   */
  public static ServerRuntime start(Store store, RuntimeConfig config, RuntimeWatch watch) {
    ServerRuntime runtime = new ServerRuntime(store, config, watch);
    runtime.thread.start();
    return runtime;
  }

  /** Whether this server takes turns. */
  public boolean leads() {
    return leads && store.lease().held();
  }

  /** How the leader calls itself, when it is known. */
  public Optional<String> leader() {
    return store.lease().leader().map(Lease.Leader::holder);
  }

  public Store store() {
    return store;
  }

  public TurnFeed feed() {
    return feed;
  }

  /** The worlds that this server drives; empty while it follows. */
  public Map<DomainId, Driver> drivers() {
    synchronized (drivers) {
      return new TreeMap<>(drivers);
    }
  }

  public List<World> worlds() {
    return config.worlds();
  }

  /** Why nodes and devices are not well. */
  public HealthReasons reasons() {
    return loop.reasons();
  }

  /** The next free id of a job; one that is not used afterwards is lost, which harms nobody. */
  public JobId nextJob() {
    return ids.next();
  }

  /**
   * States facts; returns when they are durable.
   *
   * @param events at least one; all become durable in the same turn
   * @throws NotLeading another server takes facts
   * @throws Unavailable it is not certain whether they are durable
   */
  public Turn submit(List<Event> events, Origin origin) {
    if (!leads()) {
      throw new NotLeading(leader());
    }
    return await(loop.submit(events, origin));
  }

  /**
   * Reads from the engine between two turns.
   *
   * @param read must be quick, and must not return what changes
   */
  public <T> T ask(Function<Engine, T> read) {
    return await(loop.ask(read));
  }

  private static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new Unavailable("the control loop has stopped", e);
    } catch (TimeoutException e) {
      throw new Unavailable("the control loop did not answer in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable("interrupted", e);
    }
  }

  private void work() {
    try {
      followUntilLeading();
      if (!closed) {
        lead();
        loop.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (JournalFailure e) {
      boolean deposed = leads && !store.lease().held();
      stop(deposed ? Stopped.DEPOSED : Stopped.JOURNAL, e);
    } catch (InvariantViolated e) {
      stop(Stopped.DEFECT, e);
    } catch (RuntimeException | Error e) {
      stop(Stopped.DEFECT, e);
    }
  }

  private void stop(Stopped why, Throwable cause) {
    loop.close();
    if (!closed) {
      watch.stopped(why, cause);
    }
  }

  private void followUntilLeading() throws InterruptedException {
    while (!closed && !store.lease().tryAcquire()) {
      catchUp();
      loop.answerQuestions();
      loop.rest(FOLLOW_MILLIS);
    }
  }

  private void catchUp() {
    List<Turn> turns;
    do {
      turns = store.reads().turnsAfter(loop.sequence(), FOLLOW_TURNS);
      for (Turn turn : turns) {
        follow(turn);
        loop.follow(turn);
      }
      loop.answerQuestions();
    } while (turns.size() == FOLLOW_TURNS);
  }

  private void follow(Turn turn) {
    ids.see(turn);
    watch.followed(turn);
    feed.turned(turn);
  }

  private void lead() {
    // From the store's own head on, verified; what was followed is not folded twice.
    store.replay(
        loop.sequence(),
        turn -> {
          follow(turn);
          loop.follow(turn);
        });
    if (loop.sequence() == 0) {
      var _ = loop.submit(firstFacts(), FIRST_START); // a failure ends the loop itself
    }
    openWorlds();
    loop.start();
    cordonAgain();
    drainAgain();
    leads = true;
    watch.leads();
    Thread.ofVirtual().name("weir-lease").start(this::watchLease);
  }

  private List<Event> firstFacts() {
    return List.of(
        new Event.TopologyConfigured(TopologySpec.FLAT),
        new Event.QueuesConfigured(List.of(QueueSpec.open(new QueueId("default")))),
        new Event.PolicyConfigured(config.engine().policy()));
  }

  private void openWorlds() {
    Domains known = new Domains(store.reads().settings(Domains.prefix()));
    for (World world : config.worlds()) {
      DomainId domain = known.of(config.serverId()).orElse(known.free(config.serverId()));
      if (known.of(config.serverId()).isEmpty()) {
        var _ = loop.submit(List.of(Domains.owned(domain, config.serverId(), "weir")), FIRST_START);
      }
      serve(
          world.open(
              domain,
              id -> Optional.ofNullable(loop.engine().state().jobs.find(id)).map(j -> j.spec),
              store.lease()::held));
    }
    nodesByDomain()
        .forEach(
            (domain, nodes) -> {
              if (!drivers.containsKey(domain)) {
                serve(new AbsentDriver(domain, loop.live(), nodes));
              }
            });
  }

  /** A world that begins anew reports its nodes as ready; what people said of them still holds. */
  private void cordonAgain() {
    for (Setting setting : store.reads().settings(CORDONS)) {
      NodeId node = new NodeId(setting.name().substring(CORDONS.length()));
      loop.offer(
          new Event.NodeHealthChanged(
              node, Event.Health.CORDONED, Optional.of(Cordon.reasonIn(setting.json()))));
    }
  }

  /** A device that was taken out may sit at another position now. */
  private void drainAgain() {
    List<Setting> drains = store.reads().settings(DeviceDrain.DRAINS);
    Instant now = Instant.ofEpochMilli(config.clock().millis());
    for (World world : config.worlds()) {
      for (NodeSpec node : world.nodes()) {
        DeviceDrain.follow(node, drains, now, "weir").forEach(loop::offer);
      }
    }
  }

  private void serve(Driver driver) {
    loop.serve(driver);
    synchronized (drivers) {
      drivers.put(driver.domain(), driver);
    }
  }

  private Map<DomainId, List<NodeId>> nodesByDomain() {
    Map<DomainId, List<NodeId>> all = new TreeMap<>();
    Fleet fleet = loop.engine().state().fleet;
    for (Node node : fleet.nodes()) {
      if (fleet.find(node.id()) == node) {
        all.computeIfAbsent(node.spec().domain(), _ -> new ArrayList<>()).add(node.id());
      }
    }
    // a domain whose nodes have all left may still have allocations that nobody has ended
    loop.live().all().forEach(l -> all.computeIfAbsent(l.domain(), _ -> new ArrayList<>()));
    return all;
  }

  private void turned(Turn turn, long passNanos) {
    watch.turned(turn, passNanos);
    for (Driver driver : drivers.values()) { // written before the first turn, by this thread
      if (driver instanceof TurnListener listener) {
        listener.turned(turn, passNanos);
      }
    }
    feed.turned(turn);
  }

  /** An idle leader notices as well that it was deposed. */
  private void watchLease() {
    try {
      while (!closed && store.lease().held()) {
        TimeUnit.MILLISECONDS.sleep(500);
      }
      if (!closed) {
        stop(Stopped.DEPOSED, new IllegalStateException("the lease is lost"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes no further turn, leaves what runs running, and lets another server lead. */
  @Override
  public void close() {
    closed = true;
    loop.close();
    try {
      thread.join();
      if (leads()) {
        loop.keepSnapshot();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Driver driver : drivers().values()) {
      if (driver instanceof AutoCloseable closeable) {
        close(closeable);
      }
    }
    store.close();
  }

  private static void close(AutoCloseable driver) {
    try {
      driver.close();
    } catch (Exception e) {
      throw new IllegalStateException("a driver did not close", e);
    }
  }
}
