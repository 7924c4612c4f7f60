package dev.weir.store.sql;

import dev.weir.control.ControlLoop;
import dev.weir.control.Journal;
import dev.weir.control.Origin;
import dev.weir.control.Turn;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.action.Action;
import dev.weir.model.event.Checkpoint;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.job.JobSpec;
import dev.weir.testkit.DeviceModels;
import dev.weir.testkit.FakeClock;
import dev.weir.testkit.Jobs;
import dev.weir.testkit.Nodes;
import dev.weir.testkit.Queues;
import dev.weir.testkit.ScriptedDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** A loop over a journal with four nodes of eight devices, a world that obeys, and a fake clock. */
final class Plant {
  static final long START = 1_700_000_000_000L;

  final FakeClock clock;
  final ScriptedDriver world = ScriptedDriver.obedient(Nodes.DOMAIN);
  final ControlLoop loop;

  Plant(Journal journal) {
    this(journal, START);
  }

  Plant(Journal journal, long now) {
    clock = new FakeClock(now);
    world.onAction(
        action -> {
          switch (action) {
            case Action.Start(var a) ->
                world.say(new Event.AllocationStarted(a.id(), a.job(), a.incarnation()));
            case Action.Stop stop ->
                loop()
                    .live()
                    .find(stop.allocation())
                    .ifPresent(
                        l ->
                            world.say(
                                new Event.AllocationEnded(
                                    l.allocation(),
                                    l.job(),
                                    l.incarnation(),
                                    Event.End.STOPPED,
                                    Optional.empty())));
            default -> {
              // The test answers.
            }
          }
        });
    loop = ControlLoop.over(engine(), journal).clock(clock).driver(world).build();
    loop.start();
  }

  private ControlLoop loop() {
    return loop;
  }

  static Engine engine() {
    return new Engine(new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.FULL, 7));
  }

  /** The fleet and the queues. */
  Plant set() {
    loop.offer(Queues.configured(Queues.of(Jobs.QUEUE), Queues.of("vision"), Queues.of("speech")));
    Nodes.of("n", 4).devices(8, DeviceModels.A100).joined().forEach(loop::offer);
    loop.turn();
    return this;
  }

  Turn submit(JobSpec job) {
    return submit(job, Optional.empty());
  }

  Turn submit(JobSpec job, Optional<String> key) {
    return state(
        List.of(new Event.JobSubmitted(job)), Origin.of(job.user(), "POST /api/v1/jobs", key));
  }

  Turn state(List<Event> facts, Origin by) {
    CompletableFuture<Turn> answer = loop.submit(facts, by);
    settle();
    return answer.join();
  }

  /** Takes turns until nothing is due. */
  void settle() {
    int turns = 0;
    while (loop.pending()) {
      loop.turn();
      if (++turns > 1000) {
        throw new AssertionError("the loop does not come to rest");
      }
    }
  }

  void advance(long millis) {
    clock.advance(millis);
    while (loop.due()) {
      loop.turn();
    }
  }

  void checkpoint(long job, long step) {
    live(job)
        .forEach(
            l ->
                world.say(
                    new Event.CheckpointCompleted(
                        l.job(),
                        l.incarnation(),
                        Optional.of(new Checkpoint(step, "/ckpt/" + step, 1 << 20, "file")))));
    settle();
  }

  void end(long job, Event.End end, int code) {
    live(job)
        .forEach(
            l ->
                world.say(
                    new Event.AllocationEnded(
                        l.allocation(),
                        l.job(),
                        l.incarnation(),
                        end,
                        Optional.of(
                            new Exit(
                                OptionalInt.of(code), OptionalInt.empty(), "exit code " + code)))));
    settle();
  }

  private List<dev.weir.control.LiveAllocations.Live> live(long job) {
    List<dev.weir.control.LiveAllocations.Live> found = new ArrayList<>();
    loop.live().all().stream().filter(l -> l.job().value() == job).forEach(found::add);
    return found;
  }
}
