package dev.weir.control;

import dev.weir.engine.Engine;
import dev.weir.engine.job.Job;
import dev.weir.forecast.DurationForecaster;
import dev.weir.forecast.ForecastError;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.DomainId;
import dev.weir.model.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The single writer. A turn takes all facts that are queued, folds them, lets the engine decide,
 * makes facts and decisions durable in one transaction, and only then answers those who wait and
 * hands the decisions to the drivers (wall W10). Facts come from any thread; turns are taken by one
 * thread, which either calls {@link #turn} itself, as a simulation does, or runs {@link #run}.
 *
 * <p>Any failure after the engine has begun to fold a turn stops the loop for good: its state is
 * ahead of the journal, and a new process recovers what is durable.
 */
public final class ControlLoop implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.weir.control");

  private final Engine engine;
  private final Journal journal;
  private final Clock clock;
  private final ForecastDesk forecasts;
  private final Map<DomainId, Driver> drivers;
  private final List<Invariant> invariants;
  private final List<TurnListener> listeners;
  private final BooleanSupplier mayAct;
  private final long budget;
  private final int mostEvents;
  private final LiveAllocations live = new LiveAllocations();
  private final HealthReasons reasons = new HealthReasons();
  private final SnapshotWriter snapshots;
  private final Inbox inbox = new Inbox();

  private long sequence;
  private long now = Long.MIN_VALUE;
  private boolean unfinished;

  /** Turns were folded and none was taken since. */
  private boolean recovered;

  private @Nullable Throwable failure;

  private ControlLoop(Builder b, Engine engine) {
    this.engine = engine;
    snapshots = new SnapshotWriter(b.snapshots, b.snapshotEvery);
    journal = b.journal;
    clock = b.clock;
    forecasts = new ForecastDesk(b.forecaster);
    drivers = b.drivers;
    invariants = List.copyOf(b.invariants);
    listeners = List.copyOf(b.listeners);
    mayAct = b.mayAct;
    budget = b.budget;
    mostEvents = b.mostEvents;
    engine.takeEnded(); // from now on they are collected
  }

  /** A loop over a new engine; the journal's turns, if any, are folded by {@link Builder#build}. */
  public static Builder over(Engine engine, Journal journal) {
    return new Builder(engine, journal);
  }

  /** Adds a world; before {@link #start}. */
  public void serve(Driver driver) {
    if (drivers.putIfAbsent(driver.domain(), driver) != null) {
      throw new IllegalArgumentException("two drivers serve domain " + driver.domain());
    }
  }

  /** Compares each world with the journal, repairs the difference, and begins to observe. */
  public void start() {
    for (Driver driver : drivers.values()) {
      Reconciliation difference = Reconciliation.between(live, driver.domain(), driver.found());
      difference.strays().forEach(driver::discard);
      difference.facts().forEach(this::offer);
      driver.observe(this::offer);
      if (!difference.again().isEmpty()) {
        driver.execute(difference.again());
      }
    }
  }

  /**
   * Queues a fact that nobody waits for. From any thread. A loop that has stopped does not take it:
   * what a world reports then is found again at the next start.
   */
  public void offer(Event event) {
    inbox.add(new Inbox.Entry(List.of(event), Optional.empty(), null));
  }

  /**
   * Queues a fact. From any thread.
   *
   * @return completes with the fact's turn when that is durable; exceptionally when it will not be
   */
  public CompletableFuture<Turn> submit(Event event) {
    return submit(List.of(event), Optional.empty());
  }

  /**
   * Queues facts that a person or program states. From any thread.
   *
   * @param events at least one; all become durable in the same turn
   * @return as for {@link #submit(Event)}
   */
  public CompletableFuture<Turn> submit(List<Event> events, Origin origin) {
    return submit(events, Optional.of(origin));
  }

  private CompletableFuture<Turn> submit(List<Event> events, Optional<Origin> origin) {
    CompletableFuture<Turn> answer = new CompletableFuture<>();
    if (!inbox.add(new Inbox.Entry(List.copyOf(events), origin, answer))) {
      answer.completeExceptionally(closed());
    }
    return answer;
  }

  /**
   * Reads something from the engine between two turns. From any thread.
   *
   * @param read runs on the thread that takes turns and must be quick; what it returns must not
   *     change any more
   */
  public <T> CompletableFuture<T> ask(Function<Engine, T> read) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (!inbox.ask(new Question<>(read, answer))) {
      answer.completeExceptionally(closed());
    }
    return answer;
  }

  /** Answers the questions that wait. By the thread that takes turns. */
  public void answerQuestions() {
    inbox.takeQuestions().forEach(q -> q.answer(engine));
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the loop has stopped and takes no more facts");
  }

  /**
   * Waits until a fact or a question is there, or the time is over; for a server that follows. By
   * the thread that takes turns.
   */
  public void rest(long millis) throws InterruptedException {
    inbox.await(millis);
  }

  /** Whether the newest pass ran out of budget, so that the next turn goes on where it stopped. */
  public boolean unfinished() {
    return unfinished;
  }

  /** Whether a turn is due whatever the time is: facts wait, or a pass ran out of budget. */
  public boolean pending() {
    return unfinished || !inbox.isEmpty();
  }

  /** Whether a turn now could do something: facts wait, a pass ran out of budget, or time is up. */
  public boolean due() {
    if (pending()) {
      return true;
    }
    OptionalLong wakeUp = engine.nextWakeUp();
    return wakeUp.isPresent() && wakeUp.getAsLong() <= clock.millis();
  }

  /**
   * Journal time at which a turn is due without any further fact; empty when none is.
   *
   * @return a time after the newest turn, or that of the newest turn when its pass ran out of
   *     budget
   */
  public OptionalLong nextWakeUp() {
    if (unfinished) {
      return OptionalLong.of(now);
    }
    OptionalLong wakeUp = engine.nextWakeUp();
    return wakeUp.isPresent()
        ? OptionalLong.of(Math.max(wakeUp.getAsLong(), now + 1))
        : OptionalLong.empty();
  }

  /** Takes one turn. Without any fact it journals that time passed. By one thread only. */
  public Turn turn() {
    if (failure != null) {
      throw new IllegalStateException("the loop has stopped", failure);
    }
    List<Inbox.Entry> entries = inbox.take(mostEvents);
    try {
      return turn(entries);
    } catch (RuntimeException | Error e) {
      stop(e, entries);
      throw e;
    }
  }

  private Turn turn(List<Inbox.Entry> entries) {
    now = Math.max(now, clock.millis());
    // 1. Facts, and what the forecaster makes of them.
    List<Event> events = facts(entries);
    recovered = false;
    for (Event event : events) {
      engine.apply(now, event);
    }
    // 2. Decide.
    long before = System.nanoTime();
    Plan plan = engine.pass(now, budget);
    long passNanos = System.nanoTime() - before;
    unfinished = plan.exhausted();
    Turn turn = new Turn(++sequence, now, events, plan, origins(entries));
    check(turn);
    // 3. Durable: all or nothing.
    List<Job> ended = engine.takeEnded();
    journal.commit(turn, () -> Touched.in(turn, engine, ended));
    // 4. Only now answer and act, unless another took over since.
    if (!mayAct.getAsBoolean()) {
      throw new JournalFailure(
          "turn %d is durable, and another may act on it now".formatted(turn.sequence()));
    }
    live.fold(turn);
    reasons.fold(turn);
    for (Inbox.Entry entry : entries) {
      if (entry.answer() != null) {
        entry.answer().complete(turn);
      }
    }
    listeners.forEach(l -> l.turned(turn, passNanos));
    execute(plan);
    // 5. Whoever recovers later need not begin at the first turn.
    snapshots.folded(turn);
    if (snapshots.due(engine)) {
      snapshots.write(this::snapshot);
    }
    return turn;
  }

  private List<Event> facts(List<Inbox.Entry> entries) {
    if (entries.isEmpty()) {
      return List.of(recovered ? new Event.StateRecovered() : new Event.TimePassed());
    }
    List<Event> events = new ArrayList<>(entries.size());
    entries.forEach(e -> events.addAll(e.events()));
    events.addAll(forecasts.ask(now, events));
    if (recovered) {
      events.add(new Event.StateRecovered());
    }
    return events;
  }

  private static List<Origin> origins(List<Inbox.Entry> entries) {
    List<Origin> origins = new ArrayList<>(0);
    int position = 0;
    for (Inbox.Entry entry : entries) {
      if (entry.origin().isPresent()) {
        origins.add(entry.origin().get().at(position, entry.events().size()));
      }
      position += entry.events().size();
    }
    return origins;
  }

  private void check(Turn turn) {
    for (Invariant invariant : invariants) {
      invariant
          .violation(turn, engine)
          .ifPresent(
              detail -> {
                throw new InvariantViolated(invariant.name(), turn.sequence(), detail);
              });
    }
  }

  private void execute(Plan plan) {
    if (drivers.size() == 1) {
      executeAll(plan); // one world: nothing to sort, and simulations take millions of turns
      return;
    }
    Map<DomainId, List<Action.ForWorld>> byDomain = new TreeMap<>();
    for (Action action : plan.actions()) {
      if (action instanceof Action.ForWorld forWorld) {
        live.target(forWorld)
            .ifPresent(d -> byDomain.computeIfAbsent(d, _ -> new ArrayList<>()).add(forWorld));
      }
    }
    byDomain.forEach((domain, actions) -> driver(domain).execute(actions));
  }

  private void executeAll(Plan plan) {
    List<Action.ForWorld> actions = new ArrayList<>(plan.actions().size());
    for (Action action : plan.actions()) {
      if (action instanceof Action.ForWorld forWorld) {
        actions.add(forWorld);
      }
    }
    if (!actions.isEmpty()) {
      drivers.values().iterator().next().execute(actions);
    }
  }

  private Driver driver(DomainId domain) {
    Driver driver = drivers.get(domain);
    if (driver == null) {
      throw new IllegalStateException("no driver serves domain " + domain);
    }
    return driver;
  }

  /**
   * All that later turns depend on, as it is after the newest turn. By the thread that takes them.
   */
  public Snapshot snapshot() {
    return new Snapshot(
        sequence,
        now,
        unfinished,
        engine.snapshot(),
        live.snapshot(),
        live.reshapes(),
        forecasts.snapshot(engine.state().jobs),
        reasons.snapshot());
  }

  private void restore(Snapshot snapshot) {
    live.restore(snapshot, engine.state().fleet);
    reasons.restore(snapshot.reasons());
    forecasts.restore(snapshot.forecasts(), engine.state().jobs);
    sequence = snapshot.sequence();
    now = snapshot.at();
    unfinished = snapshot.unfinished();
    recovered = true;
  }

  /**
   * Keeps a snapshot of the newest turn, at an orderly end of a loop that has taken turns. After
   * {@link #close}, when the thread that took them has ended.
   */
  public void keepSnapshot() throws InterruptedException {
    if (failure == null) {
      snapshots.finish(this::snapshot);
    }
  }

  private void stop(Throwable cause, List<Inbox.Entry> entries) {
    failure = cause;
    List<Inbox.Entry> unanswered = new ArrayList<>(entries);
    unanswered.addAll(inbox.close());
    inbox.takeQuestions().forEach(q -> q.answer().completeExceptionally(cause));
    for (Inbox.Entry entry : unanswered) {
      if (entry.answer() != null) {
        entry.answer().completeExceptionally(cause);
      }
    }
  }

  /** Takes turns as they become due, until {@link #close}. */
  public void run() throws InterruptedException {
    while (!inbox.isClosed()) {
      answerQuestions();
      if (due()) {
        turn();
      } else {
        long idle = 60_000;
        OptionalLong wakeUp = engine.nextWakeUp();
        if (wakeUp.isPresent()) {
          idle = Math.min(idle, wakeUp.getAsLong() - clock.millis());
        }
        inbox.await(Math.max(1, idle));
      }
    }
  }

  /** Takes no further facts; those not yet in a turn are refused. From any thread. */
  @Override
  public void close() {
    for (Inbox.Entry entry : inbox.close()) {
      if (entry.answer() != null) {
        entry
            .answer()
            .completeExceptionally(new IllegalStateException("the loop stopped before this fact"));
      }
    }
    inbox.takeQuestions().forEach(q -> q.answer().completeExceptionally(closed()));
  }

  /** Number of the newest turn that was folded; 0 before the first. */
  public long sequence() {
    return sequence;
  }

  public Engine engine() {
    return engine;
  }

  /** Allocations that were asked for and have not ended. Read by the thread that takes turns. */
  public LiveAllocations live() {
    return live;
  }

  /** Why nodes and devices are not well. From any thread. */
  public HealthReasons reasons() {
    return reasons;
  }

  /** How good the forecasts were, so far. */
  public ForecastError.Figures forecastError() {
    return forecasts.error();
  }

  /** Sets up a loop. */
  public static final class Builder {
    private final Engine engine;
    private final Journal journal;
    private final Map<DomainId, Driver> drivers = new TreeMap<>();
    private final List<Invariant> invariants = new ArrayList<>();
    private final List<TurnListener> listeners = new ArrayList<>();
    private Clock clock = Clock.SYSTEM;
    private DurationForecaster forecaster = DurationForecaster.NONE;
    private BooleanSupplier mayAct = () -> true;
    private long budget = 10_000_000;
    private int mostEvents = 10_000;
    private Snapshots snapshots = Snapshots.NONE;
    private long snapshotEvery = Long.MAX_VALUE;

    private Builder(Engine engine, Journal journal) {
      this.engine = engine;
      this.journal = journal;
    }

    public Builder clock(Clock value) {
      clock = value;
      return this;
    }

    public Builder forecaster(DurationForecaster value) {
      forecaster = value;
      return this;
    }

    public Builder driver(Driver driver) {
      if (drivers.putIfAbsent(driver.domain(), driver) != null) {
        throw new IllegalArgumentException("two drivers serve domain " + driver.domain());
      }
      return this;
    }

    public Builder invariant(Invariant invariant) {
      invariants.add(invariant);
      return this;
    }

    public Builder listener(TurnListener listener) {
      listeners.add(listener);
      return this;
    }

    /**
     * Asked between the commit of a turn and its answers and actions: false ends the loop. A writer
     * may have been frozen there until another took over.
     */
    public Builder mayAct(BooleanSupplier value) {
      mayAct = value;
      return this;
    }

    /** Work units that a pass may use. */
    public Builder budget(long units) {
      budget = units;
      return this;
    }

    /** Most facts of one turn, so that a flood does not make one endless transaction. */
    public Builder mostEvents(int most) {
      mostEvents = most;
      return this;
    }

    /**
     * Where to begin the next recovery. The engine that was handed in gives its configuration then,
     * and {@link ControlLoop#engine} is another one.
     *
     * @param every facts, decisions and turns between two snapshots, at least
     */
    public Builder snapshots(Snapshots value, long every) {
      snapshots = value;
      snapshotEvery = every;
      return this;
    }

    /**
     * Folds what the journal holds into the engine, deciding nothing anew; from the newest snapshot
     * on, if there is one that is sound.
     *
     * @throws JournalFailure when the journal is damaged
     */
    public ControlLoop build() {
      ControlLoop loop = begin();
      journal.replay(loop.sequence, loop::follow);
      return loop;
    }

    private ControlLoop begin() {
      long before = Long.MAX_VALUE;
      while (true) {
        Optional<Snapshot> newest = snapshots.newestBefore(before);
        if (newest.isEmpty()) {
          return new ControlLoop(this, engine);
        }
        Snapshot snapshot = newest.get();
        try {
          ControlLoop loop =
              new ControlLoop(this, Engine.restore(engine.config(), snapshot.engine()));
          loop.restore(snapshot);
          return loop;
        } catch (RuntimeException e) {
          LOG.log(
              System.Logger.Level.WARNING,
              "the snapshot of turn %d contradicts itself and is passed over"
                  .formatted(snapshot.sequence()),
              e);
          before = snapshot.sequence();
        }
      }
    }
  }

  /**
   * Folds a turn that another writer made durable, and decides nothing. By the thread that takes
   * turns, before {@link #start}; a server that does not lead stays up to date in this way.
   *
   * @param turn the one after {@link #sequence}
   */
  public void follow(Turn turn) {
    if (sequence > 0 && turn.sequence() != sequence + 1) {
      throw new IllegalArgumentException(
          "turn %d does not follow turn %d".formatted(turn.sequence(), sequence));
    }
    for (Event event : turn.events()) {
      engine.apply(turn.at(), event);
    }
    engine.apply(turn.plan());
    engine.takeEnded(); // their read models were written then
    live.fold(turn);
    reasons.fold(turn);
    forecasts.fold(turn);
    snapshots.folded(turn);
    sequence = turn.sequence();
    now = turn.at();
    unfinished = turn.plan().exhausted();
    recovered = true;
  }
}
