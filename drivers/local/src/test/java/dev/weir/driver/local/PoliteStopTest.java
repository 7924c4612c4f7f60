package dev.weir.driver.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.local.supervise.ExitRecord;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Checkpoint;
import dev.weir.model.event.Event;
import dev.weir.model.event.Event.End;
import dev.weir.model.job.Disruption.StopClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that save, in shell: what they save, they declare. */
class PoliteStopTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** save STEP: a file of that step, declared as the protocol says. */
  private static final String SAVE =
      """
      save() {
        printf 'state of step %s' $1 >"$WEIR_CHECKPOINT_DIR/step-$1"
        printf '{"version":1,"step":%d,"path":"step-%d","files":[{"name":"step-%d","bytes":%d}]}' \
          $1 $1 $1 $(wc -c <"$WEIR_CHECKPOINT_DIR/step-$1") >"$WEIR_CHECKPOINT_DIR/.tmp"
        mv "$WEIR_CHECKPOINT_DIR/.tmp" "$WEIR_CHECKPOINT_DIR/.$1.ready.json"
      }
      step=${WEIR_RESUME_STEP:-0}
      [ -z "$WEIR_RESUME_FROM" ] || cat "$WEIR_RESUME_FROM"
      """;

  /** Works and looks for the request at each step. */
  static final String SAVES_WHEN_ASKED =
      SAVE
          + """
          touch "$WEIR_RUN_DIR/handles-usr2"
          trap : USR2
          while :; do
            step=$((step + 1))
            if [ -e "$WEIR_RUN_DIR/checkpoint-request.json" ] && [ -z "$saved" ]; then
              save $step; saved=1; echo saved
            fi
            sleep 0.05
          done
          """;

  @TempDir Path data;
  private Machine machine;

  @BeforeEach
  void open() throws IOException {
    machine = Machine.at(data);
  }

  @AfterEach
  void close() throws IOException {
    machine.close();
  }

  private Allocation start(long id, int incarnation, StopClass how, String script) {
    Allocation a =
        machine.start(
            machine.job(id, 1, Machine.sh(script), rule -> rule.withStop(how)), 1, incarnation);
    machine.awaitStarted(a);
    return a;
  }

  private Checkpoint checkpoint(Allocation a) {
    return machine
        .await(Event.CheckpointCompleted.class, e -> e.job().equals(a.job()))
        .checkpoint()
        .orElseThrow();
  }

  private void checkpointComesBeforeTheEnd(Allocation a) {
    machine.awaitEnd(a);
    List<Event> heard = List.copyOf(machine.heard);
    int saved = -1;
    int ended = -1;
    for (int i = 0; i < heard.size(); i++) {
      saved = heard.get(i) instanceof Event.CheckpointCompleted ? i : saved;
      ended = heard.get(i) instanceof Event.AllocationEnded ? i : ended;
    }
    assertThat(saved).isBetween(0, ended - 1);
  }

  @Test
  void askedItSavesIsStoppedAndGoesOnFromThere() throws IOException {
    Allocation a = start(1, 1, StopClass.SAVE_THEN_STOP, SAVES_WHEN_ASKED);
    Machine.until(
        "it listens", () -> Files.exists(machine.folder(a, 0).resolve("run/handles-usr2")));
    machine.stop(a, true, LONG);
    checkpointComesBeforeTheEnd(a);
    Event.AllocationEnded end = machine.awaitEnd(a);
    assertThat(end.end()).isEqualTo(End.STOPPED);
    assertThat(end.exit().orElseThrow().signal()).hasValue(15);
    Checkpoint saved = checkpoint(a);
    assertThat(saved.step()).isPositive();
    assertThat(Path.of(saved.path())).hasContent("state of step " + saved.step());
    assertThat(machine.output(a, 0)).isEqualTo("saved\n");

    Allocation next =
        machine.start(
            machine.job(2, 1, Machine.sh("true"), r -> r), 1, 1); // another job starts anew
    machine.awaitEnd(next);
    Allocation again = again(a, "echo; echo from $WEIR_RESUME_STEP $WEIR_RESTART_COUNT");
    machine.awaitEnd(again);
    assertThat(machine.output(again, 0))
        .isEqualTo("state of step %d\nfrom %d 1\n".formatted(saved.step(), saved.step()));
  }

  /** The next start of the same job, under a new allocation. */
  private Allocation again(Allocation a, String script) {
    Allocation next =
        new Allocation(
            new dev.weir.model.id.AllocationId(100), a.job(), 2, List.of(0), Machine.places(1));
    machine.know(machine.job(a.job().value(), 1, Machine.sh(SAVE + script), r -> r));
    machine.driver().execute(List.of(new Action.Start(next)));
    return next;
  }

  @Test
  void aJobThatDoesNotListenIsToldToStopAndMaySaveThen() {
    Allocation a =
        start(
            1,
            1,
            StopClass.SAVE_THEN_STOP,
            SAVE + "trap 'save 7; exit 0' TERM; echo on; while :; do sleep 0.05; done");
    Machine.until("it works", () -> has(a, "on"));
    machine.stop(a, true, LONG);
    checkpointComesBeforeTheEnd(a);
    assertThat(checkpoint(a).step()).isEqualTo(7);
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.STOPPED);
  }

  private boolean has(Allocation a, String text) {
    try {
      return machine.output(a, 0).contains(text);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void stopThenSaveHasTheWholeGraceAfterSigterm() {
    Allocation a =
        start(
            1,
            1,
            StopClass.STOP_THEN_SAVE,
            SAVE + "trap 'sleep 1.5; save 9; exit 75' TERM; echo on; while :; do sleep 0.05; done");
    Machine.until("it works", () -> has(a, "on"));
    machine.stop(a, true, LONG);
    checkpointComesBeforeTheEnd(a);
    assertThat(checkpoint(a).step()).isEqualTo(9);
    Event.AllocationEnded end = machine.awaitEnd(a);
    assertThat(end.end()).isEqualTo(End.STOPPED);
    assertThat(end.exit().orElseThrow().code()).hasValue(75);
  }

  @Test
  void periodicOnlyIsLeftUntilItsNextSave() {
    Allocation a =
        start(
            1,
            1,
            StopClass.PERIODIC_ONLY,
            SAVE
                + "trap 'echo told; exit 1' TERM; echo on; while [ ! -e go ]; do sleep 0.05; done;"
                + " sleep 0.5; save 3; while :; do sleep 0.05; done");
    Machine.until("it works", () -> has(a, "on"));
    machine.stop(a, true, LONG);
    Machine.sleep(300);
    assertThat(has(a, "told")).isFalse();
    assertThat(machine.heard).noneMatch(e -> e instanceof Event.AllocationEnded);
    go(a);
    checkpointComesBeforeTheEnd(a);
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.STOPPED);
    assertThat(has(a, "told")).isTrue();
  }

  private void go(Allocation a) {
    try {
      Files.createFile(data.resolve("local/jobs/%d/work/go".formatted(a.job().value())));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whoFinishesWhileWaitedForHasFinished() {
    Allocation a =
        start(1, 1, StopClass.PERIODIC_ONLY, "echo on; while [ ! -e go ]; do sleep 0.05; done");
    Machine.until("it works", () -> has(a, "on"));
    machine.stop(a, true, LONG);
    Machine.sleep(200);
    go(a);
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.COMPLETED);
  }

  @Test
  void aGraceThatIsOverIsOver() {
    Allocation a =
        start(1, 1, StopClass.PERIODIC_ONLY, "trap '' TERM; echo on; sleep 600 & wait; sleep 600");
    Machine.until("it works", () -> has(a, "on"));
    machine.stop(a, true, Duration.ofMillis(300));
    Event.AllocationEnded end = machine.awaitEnd(a);
    assertThat(end.end()).isEqualTo(End.STOPPED);
    assertThat(machine.heard).noneMatch(e -> e instanceof Event.CheckpointCompleted);
  }

  @Test
  void aStopGoesOnAfterARestartOfTheServer() throws IOException {
    Allocation a = start(1, 1, StopClass.SAVE_THEN_STOP, SAVES_WHEN_ASKED);
    Machine.until(
        "it listens", () -> Files.exists(machine.folder(a, 0).resolve("run/handles-usr2")));
    machine.stop(a, true, LONG);
    machine.restart();
    machine.stop(a, true, LONG); // reconciliation asks for what was never answered
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.STOPPED);
  }

  @Test
  void aCheckpointIsToldOnceWhileTheJobRuns() {
    Allocation a =
        start(1, 1, StopClass.SAVE_THEN_STOP, SAVE + "save 1; sleep 3; save 2; sleep 600");
    machine.await(Event.CheckpointCompleted.class, e -> e.checkpoint().orElseThrow().step() == 2);
    Machine.sleep(2500);
    assertThat(machine.heard.stream().filter(e -> e instanceof Event.CheckpointCompleted))
        .hasSize(2);
    machine.stop(a, false, Duration.ZERO);
    machine.awaitEnd(a);
  }

  @Test
  void aResizeStopsAtACheckpointAndStartsTheNextIncarnation() throws IOException {
    Allocation a = start(1, 1, StopClass.SAVE_THEN_STOP, SAVES_WHEN_ASKED);
    Machine.until(
        "it listens", () -> Files.exists(machine.folder(a, 0).resolve("run/handles-usr2")));
    machine
        .driver()
        .execute(
            List.of(
                new Action.Resize(
                    a.id(),
                    a.job(),
                    2,
                    Machine.places(3),
                    false,
                    Action.ResizeCause.GROW,
                    Optional.empty())));
    machine.await(
        Event.AllocationStarted.class, e -> e.allocation().equals(a.id()) && e.incarnation() == 2);
    assertThat(machine.heard).noneMatch(e -> e instanceof Event.AllocationEnded);
    Allocation second = new Allocation(a.id(), a.job(), 2, a.variants(), Machine.places(3));
    Machine.until("it went on", () -> has(second, "state of step " + checkpoint(a).step()));
    machine.stop(second, false, Duration.ZERO);
    assertThat(machine.awaitEnd(second).incarnation()).isEqualTo(2);
  }

  @Test
  void anUnaskedRequestToBeQueuedAgainCountsWithACheckpoint() {
    Allocation a = start(1, 1, StopClass.SAVE_THEN_STOP, SAVE + "save 4; exit 75");
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.STOPPED);
    assertThat(checkpoint(a).step()).isEqualTo(4);
  }

  @Test
  void theJudgementIsOurRecordAndNotTheCode() {
    ExitRecord good = new ExitRecord(OptionalInt.of(0), OptionalInt.empty(), 1);
    Judgement.TaskEnd task = new Judgement.TaskEnd("w.0", good, false, false, "");
    assertThat(Judgement.of(List.of(task), false, false, false).end()).isEqualTo(End.COMPLETED);
    assertThat(Judgement.of(List.of(task), true, true, false).end()).isEqualTo(End.STOPPED);
    assertThat(Judgement.of(List.of(task), true, true, true).end()).isEqualTo(End.COMPLETED);
    ExitRecord killed = new ExitRecord(OptionalInt.empty(), OptionalInt.of(9), 1);
    assertThat(
            Judgement.of(
                    List.of(new Judgement.TaskEnd("w.0", killed, true, true, "")),
                    false,
                    false,
                    false)
                .end())
        .isEqualTo(End.FAILED);
  }
}
