package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.control.ControlLoop;
import dev.weir.control.Driver.Found;
import dev.weir.control.History;
import dev.weir.control.InvariantViolated;
import dev.weir.control.Journal;
import dev.weir.control.JournalFailure;
import dev.weir.control.MemoryJournal;
import dev.weir.control.Replay;
import dev.weir.control.Turn;
import dev.weir.control.view.JobView;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.forecast.OracleForecaster;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ControlLoopTest {
  private final FakeClock clock = new FakeClock(1_000);
  private final MemoryJournal journal = new MemoryJournal();
  private final ScriptedDriver world = ScriptedDriver.obedient(Nodes.DOMAIN);

  private static Engine engine() {
    return new Engine(new EngineConfig(Policies.find("bestfit").orElseThrow(), Assertions.FULL, 1));
  }

  private ControlLoop.Builder loop() {
    return ControlLoop.over(engine(), journal).clock(clock).driver(world);
  }

  /** A loop over two nodes of four devices. */
  private ControlLoop started() {
    ControlLoop loop = loop().build();
    begin(loop);
    return loop;
  }

  private static void begin(ControlLoop loop) {
    loop.start();
    loop.offer(Queues.configured(Queues.of(Jobs.QUEUE)));
    Nodes.of("n", 2).devices(4, DeviceModels.A100).joined().forEach(loop::offer);
    loop.turn();
  }

  private static Allocation start(Turn turn) {
    return turn.plan().actions().stream()
        .filter(a -> a instanceof Action.Start)
        .map(a -> ((Action.Start) a).allocation())
        .findFirst()
        .orElseThrow();
  }

  private static Event ended(Allocation a, Event.End end) {
    return new Event.AllocationEnded(a.id(), a.job(), a.incarnation(), end);
  }

  @Test
  void nothingIsAnsweredOrActedOnBeforeItIsDurable() {
    List<String> order = new ArrayList<>();
    Journal watched =
        new Watched(
            journal,
            turn -> order.add("durable " + turn.sequence() + " " + world.executed().size()));
    ControlLoop loop =
        ControlLoop.over(engine(), watched)
            .clock(clock)
            .driver(world)
            .listener((turn, _) -> order.add("heard " + turn.sequence()))
            .build();
    begin(loop);
    world.onAction(_ -> order.add("acted"));
    CompletableFuture<Turn> answer = loop.submit(Jobs.gang(1, "a", 2).devices(2).submitted());
    var told = answer.thenAccept(t -> order.add("answered " + t.sequence()));
    order.clear();
    loop.turn();
    assertThat(told).isCompleted();
    assertThat(order).containsExactly("durable 2 0", "answered 2", "heard 2", "acted");
  }

  /** As if it had been frozen behind a commit until another server led. */
  @Test
  void whoMayNotActAnyMoreNeitherAnswersNorActs() {
    AtomicBoolean leads = new AtomicBoolean(true);
    ControlLoop loop = loop().mayAct(leads::get).build();
    begin(loop);
    leads.set(false);
    int before = world.executed().size();
    CompletableFuture<Turn> answer = loop.submit(Jobs.gang(1, "a", 2).devices(2).submitted());
    assertThatThrownBy(loop::turn).isInstanceOf(JournalFailure.class);
    assertThat(answer).isCompletedExceptionally();
    assertThat(world.executed()).hasSize(before);
    assertThat(journal.head().sequence()).isEqualTo(2); // the next leader folds it
  }

  @Test
  void aTurnThatCannotBeMadeDurableStopsTheLoopAndActsOnNothing() {
    Journal broken =
        new Watched(
            journal,
            turn -> {
              if (turn.sequence() == 2) {
                throw new JournalFailure("disk full");
              }
            });
    ControlLoop loop = ControlLoop.over(engine(), broken).clock(clock).driver(world).build();
    begin(loop);
    CompletableFuture<Turn> answer = loop.submit(Jobs.single(1, "a").devices(1).submitted());
    assertThatThrownBy(loop::turn).isInstanceOf(JournalFailure.class);
    assertThat(world.executed()).isEmpty();
    assertThatThrownBy(answer::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(JournalFailure.class);
    assertThatThrownBy(loop::turn).isInstanceOf(IllegalStateException.class);
    assertThat(loop.submit(new Event.TimePassed())).isCompletedExceptionally();
  }

  @Test
  void journalTimeNeverRunsBackwards() {
    ControlLoop loop = started();
    clock.set(500);
    loop.offer(Jobs.single(1, "a").devices(1).submitted());
    assertThat(loop.turn().at()).isEqualTo(1_000);
    clock.set(2_000);
    assertThat(loop.turn().at()).isEqualTo(2_000);
  }

  @Test
  void allThatIsQueuedGoesIntoOneTurnAndAFloodIsCut() {
    ControlLoop loop = started();
    for (int i = 1; i <= 5; i++) {
      loop.offer(Jobs.single(i, "a").devices(1).submitted());
    }
    assertThat(loop.turn().events()).hasSize(5);
    assertThat(loop.turn().events()).hasSize(5); // their starts

    MemoryJournal other = new MemoryJournal();
    ControlLoop cut =
        ControlLoop.over(engine(), other).clock(clock).driver(world).mostEvents(2).build();
    cut.start();
    for (int i = 1; i <= 5; i++) {
      cut.offer(new Event.PriorityChanged(new JobId(i), 1, "test"));
    }
    assertThat(cut.turn().events()).hasSize(2);
    assertThat(cut.turn().events()).hasSize(2);
    assertThat(cut.turn().events()).hasSize(1);
    assertThat(cut.turn().events()).containsExactly(new Event.TimePassed());
  }

  @Test
  void doubledAndLateFactsChangeNothing() {
    ControlLoop loop = started();
    loop.offer(Jobs.gang(1, "a", 2).devices(4).submitted());
    Allocation a = start(loop.turn());
    loop.turn();
    long hash = loop.engine().hash();
    loop.offer(Jobs.gang(1, "a", 2).devices(4).submitted());
    loop.offer(new Event.AllocationStarted(a.id(), a.job(), a.incarnation()));
    loop.offer(new Event.AllocationStarted(new AllocationId(77), new JobId(99), 1));
    assertThat(loop.turn().plan().actions()).isEmpty();
    assertThat(loop.engine().hash()).isEqualTo(hash);

    world.say(ended(a, Event.End.LOST));
    Allocation b = start(loop.turn());
    loop.turn();
    assertThat(b.incarnation()).isEqualTo(2);
    long second = loop.engine().hash();
    world.say(ended(a, Event.End.COMPLETED)); // of the former incarnation
    loop.turn();
    assertThat(loop.engine().hash()).isEqualTo(second);
    assertThat(loop.live().find(b.id())).isPresent();
    assertThat(loop.live().find(a.id())).isEmpty();
  }

  @Test
  void recoveryFoldsWhatWasDecidedAndEqualsTheLiveState() {
    ControlLoop loop = started();
    List<Allocation> running = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      clock.advance(1_000);
      loop.offer(Jobs.gang(i, "a", 1 + i % 2).devices(1 + i % 4).submitted());
      loop.turn().plan().actions().stream()
          .filter(a -> a instanceof Action.Start)
          .forEach(a -> running.add(((Action.Start) a).allocation()));
      if (i % 3 == 0) {
        loop.offer(ended(running.removeFirst(), Event.End.COMPLETED));
      }
    }
    loop.turn();
    ControlLoop recovered = ControlLoop.over(engine(), journal).clock(clock).build();
    assertThat(recovered.engine().hash()).isEqualTo(loop.engine().hash());
    assertThat(recovered.live().all().stream().map(l -> l.allocation()))
        .containsExactlyElementsOf(loop.live().all().stream().map(l -> l.allocation()).toList());
    assertThat(Replay.decideAgain(journal, engine())).isEmpty();
  }

  @Test
  void replayDecidesAcrossARestartWhatTheSecondProcessDecided() {
    ControlLoop first = started();
    for (int i = 1; i <= 30; i++) {
      clock.advance(1_000);
      first.offer(Jobs.gang(i, i % 2 == 0 ? "a" : "b", 1 + i % 3).devices(1 + i % 4).submitted());
      first.turn();
    }
    ControlLoop second = loop().build();
    for (int i = 31; i <= 60; i++) {
      clock.advance(60_000);
      second.live().all().stream()
          .findFirst()
          .ifPresent(
              l ->
                  second.offer(
                      new Event.AllocationEnded(
                          l.allocation(), l.job(), l.incarnation(), Event.End.COMPLETED)));
      second.offer(Jobs.gang(i, "a", 1 + i % 3).devices(1 + i % 4).submitted());
      boolean told = second.turn().events().contains(new Event.StateRecovered());
      assertThat(told).isEqualTo(i == 31);
    }
    assertThat(Replay.decideAgain(journal, engine())).isEmpty();
  }

  @Test
  void replayUnderAnotherPolicyShowsWhereItDiffers() {
    ControlLoop loop = started();
    loop.offer(Jobs.gang(1, "wide", 3).devices(4).submitted()); // does not fit two nodes
    loop.offer(Jobs.single(2, "small").devices(1).submitted());
    loop.offer(Jobs.gang(3, "later", 2).devices(4).submitted());
    loop.offer(Jobs.single(4, "small").devices(1).submitted());
    loop.turn();
    Engine strict =
        new Engine(new EngineConfig(Policies.find("fifo").orElseThrow(), Assertions.FULL, 1));
    assertThat(Replay.decideAgain(journal, strict)).isNotEmpty();
  }

  @Test
  void whatWasNeverAnsweredIsDoneAgainAfterARestart() {
    world.onAction(_ -> {});
    ControlLoop loop = started();
    loop.offer(Jobs.single(1, "a").devices(1).submitted());
    Allocation a = start(loop.turn());

    ScriptedDriver after = new ScriptedDriver(Nodes.DOMAIN);
    ControlLoop recovered = ControlLoop.over(engine(), journal).clock(clock).driver(after).build();
    recovered.start();
    assertThat(after.executed()).containsExactly(new Action.Start(a));
  }

  @Test
  void whatHappenedWhileNobodyLookedIsToldAndStraysAreEnded() {
    ControlLoop loop = started();
    for (int i = 1; i <= 4; i++) {
      loop.offer(Jobs.single(i, "a").devices(1).maxRestarts(0).submitted());
    }
    List<Allocation> all =
        loop.turn().plan().actions().stream().map(a -> ((Action.Start) a).allocation()).toList();
    loop.turn(); // they run
    Allocation runs = all.get(0);
    Allocation done = all.get(1);
    Allocation gone = all.get(2);
    loop.offer(new Event.JobCancelled(all.get(3).job(), "ada"));
    loop.turn(); // a stop that the world has not carried out yet

    ScriptedDriver after =
        new ScriptedDriver(Nodes.DOMAIN)
            .finds(
                new Found.Running(runs.id(), runs.job(), 1),
                new Found.Ended(done.id(), done.job(), 1, Event.End.COMPLETED),
                new Found.Running(new AllocationId(99), new JobId(99), 1));
    ControlLoop recovered = ControlLoop.over(engine(), journal).clock(clock).driver(after).build();
    recovered.start();
    assertThat(after.discarded()).containsExactly(new AllocationId(99));
    assertThat(recovered.turn().events())
        .containsExactly(
            ended(done, Event.End.COMPLETED),
            ended(gone, Event.End.LOST),
            ended(all.get(3), Event.End.STOPPED),
            new Event.StateRecovered());
    assertThat(recovered.live().all()).extracting(l -> l.allocation()).containsExactly(runs.id());
  }

  @Test
  void forecastsAreJournaledOnceAndNotMadeAgainByRecovery() {
    int[] asked = {0};
    var oracle =
        new OracleForecaster(
            _ -> {
              asked[0]++;
              return OptionalLong.of(60_000);
            },
            0,
            1);
    ControlLoop loop = loop().forecaster(oracle).build();
    begin(loop);
    loop.offer(Jobs.single(1, "a").devices(1).submitted());
    Turn turn = loop.turn();
    assertThat(turn.events())
        .contains(
            new Event.DurationForecastMade(new JobId(1), new DurationForecast(60_000, 60_000)));
    loop.turn();
    clock.advance(60_000);
    world.say(ended(start(turn), Event.End.COMPLETED));
    loop.turn();
    assertThat(loop.forecastError().jobs()).isEqualTo(1);
    assertThat(loop.forecastError().pinball50()).isZero();
    assertThat(asked[0]).isEqualTo(1);
    ControlLoop recovered = loop().forecaster(oracle).build();
    assertThat(asked[0]).isEqualTo(1);
    assertThat(recovered.forecastError()).isEqualTo(loop.forecastError());
  }

  @Test
  void aBrokenInvariantStopsTheLoopBeforeItActs() {
    ControlLoop loop =
        loop()
            .invariant(
                new dev.weir.control.Invariant() {
                  @Override
                  public String name() {
                    return "no second turn";
                  }

                  @Override
                  public Optional<String> violation(Turn turn, Engine engine) {
                    return turn.sequence() == 2 ? Optional.of("2 > 1") : Optional.empty();
                  }
                })
            .build();
    begin(loop);
    loop.offer(Jobs.single(1, "a").devices(1).submitted());
    assertThatThrownBy(loop::turn)
        .isInstanceOf(InvariantViolated.class)
        .hasMessageContaining("no second turn")
        .hasMessageContaining("2 > 1");
    assertThat(world.executed()).isEmpty();
    assertThat(journal.head().sequence()).isEqualTo(1);
  }

  @Test
  void historyHoldsWhatPeopleStatedAndHowLongJobsRan() {
    ControlLoop loop = started();
    loop.offer(Jobs.single(1, "a").devices(1).submitted());
    Allocation a = start(loop.turn());
    loop.turn();
    clock.advance(5_000);
    world.say(ended(a, Event.End.LOST));
    Allocation b = start(loop.turn());
    clock.advance(300);
    loop.turn();
    clock.advance(7_000);
    world.say(ended(b, Event.End.COMPLETED));
    loop.turn();
    History history = History.of(journal);
    assertThat(history.runs())
        .containsExactly(
            java.util.Map.entry(new JobId(1), new History.Run(12_000, 300, Event.End.COMPLETED)));
    assertThat(history.stated()).hasSize(4); // queues, two nodes, one job
  }

  @Test
  void theLoopServesOtherThreadsUntilItIsClosed() throws Exception {
    ControlLoop loop = started();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    loop.run();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    for (int i = 1; i <= 50; i++) {
      Turn turn = loop.submit(Jobs.single(i, "a").share(100).submitted()).get();
      assertThat(turn.sequence()).isLessThanOrEqualTo(journal.head().sequence());
    }
    loop.close();
    thread.join();
    assertThat(loop.submit(new Event.TimePassed())).isCompletedExceptionally();
  }

  @Test
  void aDisorderlyWorldEndsInTheSamePlaceAsAnOrderlyOne() {
    for (long seed = 1; seed <= 20; seed++) {
      ScriptedDriver behind = new ScriptedDriver(Nodes.DOMAIN);
      int[] started = new int[100];
      behind.onAction(
          action -> {
            if (action instanceof Action.Start(Allocation a)) {
              started[(int) a.id().value()]++;
              behind.say(new Event.AllocationStarted(a.id(), a.job(), a.incarnation()));
              behind.say(ended(a, Event.End.COMPLETED));
            }
          });
      FaultyDriver faulty = new FaultyDriver(behind, FaultyDriver.Faults.DISORDER, seed);
      ControlLoop loop =
          ControlLoop.over(engine(), new MemoryJournal()).clock(clock).driver(faulty).build();
      begin(loop);
      for (int i = 1; i <= 30; i++) {
        loop.offer(Jobs.gang(i, "a", 2).devices(1 + i % 4).submitted());
        loop.turn();
        faulty.deliver();
      }
      while (faulty.deliver() || loop.pending()) {
        loop.turn();
      }
      assertThat(loop.live().all()).as("seed %d", seed).isEmpty();
      for (int i = 1; i <= 30; i++) {
        assertThat(loop.engine().state().jobs.outcome(new JobId(i))).isPresent();
      }
    }
  }

  /** Tells what is about to be committed; may throw. */
  private record Watched(Journal journal, Consumer<Turn> before) implements Journal {
    @Override
    public void commit(Turn turn, Supplier<List<JobView>> changed) {
      before.accept(turn);
      journal.commit(turn, changed);
    }

    @Override
    public void replay(Consumer<Turn> each) {
      journal.replay(each);
    }

    @Override
    public Link head() {
      return journal.head();
    }
  }
}
