package dev.weir.driver.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.control.Driver.Found;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event;
import dev.weir.model.event.Event.End;
import dev.weir.model.job.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDriverTest {
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

  private void nothingIsLeft() {
    Machine.until(
        "no process is left",
        () -> {
          try {
            return machine.processes().isEmpty();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void aTaskRunsItsOutputIsKeptAndItsEndIsTold() throws IOException {
    Allocation a = machine.start(1, 1, "echo out; echo err >&2; sleep 0.2");
    machine.awaitStarted(a);
    Event.AllocationEnded end = machine.awaitEnd(a);
    assertThat(end.end()).isEqualTo(End.COMPLETED);
    assertThat(end.exit().orElseThrow().code()).hasValue(0);
    assertThat(machine.output(a, 0)).isEqualTo("out\n");
    assertThat(Files.readString(machine.folder(a, 0).resolve("stderr.log"))).isEqualTo("err\n");
    nothingIsLeft();
  }

  @Test
  void theEnvironmentIsTheTasksOwnAndNotTheServers() throws IOException {
    Launch launch =
        Launch.of("", List.of("env"), Map.of("MINE", "a 'quoted'\nvalue", "WEIR_MARK", "forged"));
    Allocation a = machine.start(machine.job(7, 2, launch, UnaryOperator.identity()), 2, 1);
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.COMPLETED);
    assertThat(machine.output(a, 1))
        .contains("MINE=a 'quoted'\nvalue\n")
        .contains("WEIR_JOB_ID=j7\n", "WEIR_ALLOCATION_ID=a7\n", "WEIR_INCARNATION=1\n")
        .contains("RANK=1\n", "WORLD_SIZE=2\n", "LOCAL_RANK=1\n", "MASTER_ADDR=127.0.0.1\n")
        .contains("WEIR_CPU_SLOTS=1\n", "WEIR_DEVICES=1\n", "WEIR_ROLE=worker\n", "WEIR_TASK=1\n")
        .contains("WEIR_RESTART_COUNT=0\n")
        .doesNotContain("forged", "JAVA", "WEIR_SUPERVISORS", "WEIR_RESUME_FROM");
    String port =
        machine
            .output(a, 0)
            .lines()
            .filter(l -> l.startsWith("MASTER_PORT="))
            .findFirst()
            .orElseThrow();
    assertThat(machine.output(a, 1)).contains(port + "\n");
  }

  @Test
  void exitCodesSayWhatIsToFollow() {
    assertThat(end(1, "exit 3").end()).isEqualTo(End.FAILED);
    assertThat(end(2, "exit 93").end()).isEqualTo(End.FAILED);
    assertThat(end(3, "exit 75").end()).isEqualTo(End.LOST); // saved nothing, so it counts
    Event.AllocationEnded killed = end(4, "kill -9 $$");
    assertThat(killed.end()).isEqualTo(End.LOST);
    assertThat(killed.exit().orElseThrow().signal()).hasValue(9);
    Event.AllocationEnded wrong = end(5, "exec no-such-program");
    assertThat(wrong.end()).isEqualTo(End.FAILED);
    assertThat(wrong.exit().orElseThrow().code()).hasValue(127);
    assertThat(wrong.exit().orElseThrow().reason()).contains("no-such-program");
  }

  private Event.AllocationEnded end(long id, String script) {
    return machine.awaitEnd(machine.start(id, 1, script));
  }

  @Test
  void aGangEndsWithItsFirstTaskThatFails() throws IOException {
    Allocation a =
        machine.start(
            1, 3, "if [ $RANK = 1 ]; then sleep 0.3; exit 4; fi; trap '' TERM; sleep 600");
    Event.AllocationEnded end = machine.awaitEnd(a);
    assertThat(end.end()).isEqualTo(End.FAILED);
    assertThat(end.exit().orElseThrow().code()).hasValue(4);
    assertThat(end.exit().orElseThrow().reason()).contains("worker.1");
    nothingIsLeft();
  }

  @Test
  void aStopIsPoliteThenFirmAndLeavesNothing() throws IOException {
    Allocation polite = machine.start(1, 1, "trap 'echo bye; exit 0' TERM; sleep 600 & wait");
    Allocation deaf = machine.start(2, 2, "trap '' TERM; echo on; sleep 600");
    machine.awaitStarted(polite);
    machine.awaitStarted(deaf);
    Machine.until("the traps are set", () -> has(deaf, 1, "on"));
    Machine.sleep(100);
    machine.stop(polite, false, Duration.ZERO);
    machine.stop(deaf, false, Duration.ZERO);
    machine.stop(deaf, false, Duration.ZERO);
    assertThat(machine.awaitEnd(polite).end()).isEqualTo(End.STOPPED);
    assertThat(machine.output(polite, 0)).isEqualTo("bye\n");
    Event.AllocationEnded end = machine.awaitEnd(deaf);
    assertThat(end.end()).isEqualTo(End.STOPPED);
    assertThat(end.exit().orElseThrow().signal()).hasValue(9);
    nothingIsLeft();
    Machine.sleep(200);
    assertThat(machine.heard.stream().filter(e -> e instanceof Event.AllocationEnded)).hasSize(2);
  }

  private boolean has(Allocation a, int task, String text) {
    try {
      return machine.output(a, task).contains(text);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void startingTwiceStartsOnce() throws IOException {
    Allocation a = machine.start(1, 2, "echo started; sleep 600");
    for (int i = 0; i < 5; i++) {
      machine.driver().execute(List.of(new Action.Start(a)));
    }
    machine.awaitStarted(a);
    machine.driver().execute(List.of(new Action.Start(a)));
    Machine.until("it has spoken", () -> has(a, 0, "started") && has(a, 1, "started"));
    assertThat(machine.restart()).containsExactly(new Found.Running(a.id(), a.job(), 1));
    machine.driver().execute(List.of(new Action.Start(a)));
    machine.awaitStarted(a);
    assertThat(machine.output(a, 0)).isEqualTo("started\n");
    assertThat(machine.output(a, 1)).isEqualTo("started\n");
  }

  @Test
  void whatEndsWhileTheServerIsAwayIsKnown() throws IOException {
    Allocation done = machine.start(1, 1, "while [ ! -e go ]; do sleep 0.05; done");
    Allocation failed = machine.start(2, 1, "while [ ! -e go ]; do sleep 0.05; done; exit 5");
    Allocation runs = machine.start(3, 1, "sleep 600");
    List.of(done, failed, runs).forEach(machine::awaitStarted);
    machine.driver().close();
    Files.createFile(data.resolve("local/jobs/1/work/go"));
    Files.createFile(data.resolve("local/jobs/2/work/go"));
    Machine.until("both are over", () -> exited(done) && exited(failed));
    assertThat(machine.restart())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("exit")
        .containsExactly(
            new Found.Ended(done.id(), done.job(), 1, End.COMPLETED),
            new Found.Ended(failed.id(), failed.job(), 1, End.FAILED),
            new Found.Running(runs.id(), runs.job(), 1));
    machine.stop(runs, false, Duration.ZERO);
    assertThat(machine.awaitEnd(runs).end()).isEqualTo(End.STOPPED);
    nothingIsLeft();
  }

  private boolean exited(Allocation a) {
    return Files.exists(machine.folder(a, 0).resolve("exit.json"));
  }

  @Test
  void aKilledWorkerIsLostAndSoIsItsGang() throws IOException {
    Allocation a = machine.start(1, 2, "sleep 600");
    machine.awaitStarted(a);
    Machine.kill(machine.pid(a, 1, "task.pid"), "KILL");
    Event.AllocationEnded end = machine.awaitEnd(a);
    assertThat(end.end()).isEqualTo(End.LOST);
    assertThat(end.exit().orElseThrow().reason()).contains("worker.1", "SIGKILL");
    nothingIsLeft();
  }

  @Test
  void aKilledSupervisorLeavesItsTaskToBeFound() throws IOException {
    Allocation a = machine.start(1, 1, "sleep 600");
    machine.awaitStarted(a);
    Machine.kill(machine.pid(a, 0, "supervisor.pid"), "KILL");
    assertThat(machine.restart()).containsExactly(new Found.Running(a.id(), a.job(), 1));
    Machine.kill(machine.pid(a, 0, "task.pid"), "KILL");
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.LOST);
    nothingIsLeft();
  }

  @Test
  void aKilledGroupIsLost() throws IOException {
    Allocation a = machine.start(1, 1, "sleep 600 & sleep 600");
    machine.awaitStarted(a);
    Machine.kill(machine.pid(a, 0, "supervisor.pid"), "KILL");
    Machine.kill(-machine.pid(a, 0, "task.pid"), "KILL");
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.LOST);
    nothingIsLeft();
  }

  @Test
  void whatEscapesIsEndedWithTheTask() throws IOException {
    Allocation a =
        machine.start(1, 1, "setsid sh -c 'trap \"\" TERM; sleep 600' & sleep 0.3; exit 0");
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.COMPLETED);
    nothingIsLeft();
  }

  @Test
  void aStrayIsEndedAndNothingIsSaidOfIt() throws IOException {
    Allocation a = machine.start(1, 2, "setsid sleep 600 & sleep 600");
    machine.awaitStarted(a);
    machine.restart();
    machine.driver().discard(a.id());
    nothingIsLeft();
    Machine.sleep(200);
    assertThat(machine.heard).noneMatch(e -> e instanceof Event.AllocationEnded);
    assertThat(machine.restart()).isEmpty();
  }

  @Test
  void aNumberThatMeansAnotherProcessNowIsNotSignalled() throws IOException {
    Process bystander = new ProcessBuilder("sleep", "600").start();
    try {
      Allocation a = machine.start(1, 1, "sleep 600");
      machine.awaitStarted(a);
      machine.driver().close();
      Machine.kill(machine.pid(a, 0, "supervisor.pid"), "KILL");
      Machine.kill(machine.pid(a, 0, "task.pid"), "KILL");
      // The number of the task is used again, by somebody who started later.
      Files.writeString(machine.folder(a, 0).resolve("task.pid"), bystander.pid() + " 1\n");
      Files.writeString(machine.folder(a, 0).resolve("supervisor.pid"), bystander.pid() + " 1\n");
      assertThat(machine.restart())
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("exit")
          .containsExactly(new Found.Ended(a.id(), a.job(), 1, End.LOST));
      machine.driver().discard(a.id());
      assertThat(bystander.isAlive()).isTrue();
    } finally {
      bystander.destroyForcibly();
    }
  }

  @Test
  void processesOfWhichNothingIsWrittenDownAreEnded() throws IOException {
    Allocation a = machine.start(1, 1, "sleep 600");
    machine.awaitStarted(a);
    machine.driver().close();
    Files.delete(data.resolve("local/allocations/1-1/allocation.json"));
    assertThat(machine.restart())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("exit")
        .containsExactly(new Found.Ended(a.id(), a.job(), 1, End.LOST));
    nothingIsLeft();
  }

  @Test
  void aStopBeforeTheStartMeansThatNothingRuns() throws IOException {
    Allocation a = machine.start(1, 4, "sleep 600");
    machine.stop(a, true, Duration.ofMinutes(5));
    assertThat(machine.awaitEnd(a).end()).isEqualTo(End.STOPPED);
    nothingIsLeft();
  }

  @Test
  void whatCannotBeStartedIsRefusedOrHasFailed() {
    Launch there =
        new Launch(
            "",
            List.of("true"),
            Map.of(),
            Optional.empty(),
            Optional.of("/no/such/folder"),
            Map.of(),
            false,
            Optional.empty(),
            Optional.empty());
    Allocation a = machine.start(machine.job(1, 1, there, UnaryOperator.identity()), 1, 1);
    assertThat(machine.await(Event.StartRefused.class, e -> e.allocation().equals(a.id())).reason())
        .contains("/no/such/folder");
    Allocation b = machine.start(machine.job(2, 1, Launch.NONE, UnaryOperator.identity()), 1, 1);
    assertThat(machine.awaitEnd(b).end()).isEqualTo(End.FAILED);
  }

  @Test
  void twoTenantsDoNotShareADevice() {
    Allocation a = share(1, "ada", 1);
    machine.awaitStarted(a);
    Allocation b = share(2, "bob", 1);
    assertThat(machine.await(Event.StartRefused.class, e -> e.allocation().equals(b.id())).reason())
        .contains("ada", "bob", "device 0");
    machine.awaitStarted(share(3, "ada", 1));
    machine.awaitStarted(share(4, "bob", 2));
  }

  /** Half of the devices of a mask. */
  private Allocation share(long id, String queue, long mask) {
    var spec = IsolationTest.of(machine.job(id, 1, Machine.sh("sleep 600"), r -> r), queue);
    machine.know(spec);
    Allocation a =
        new Allocation(
            new dev.weir.model.id.AllocationId(id),
            spec.id(),
            1,
            List.of(0),
            List.of(
                new dev.weir.model.allocation.TaskPlacement(
                    0,
                    0,
                    Machine.NODE,
                    new dev.weir.model.allocation.DeviceBooking.Fraction(mask, 500, 0))));
    machine.driver().execute(List.of(new Action.Start(a)));
    return a;
  }
}
