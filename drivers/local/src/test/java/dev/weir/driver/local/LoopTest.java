package dev.weir.driver.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.control.Clock;
import dev.weir.control.ControlLoop;
import dev.weir.control.MemoryJournal;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Launch;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.job.Variant;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.testkit.Queues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real loop on real processes. */
class LoopTest {
  @TempDir Path data;
  private final MemoryJournal journal = new MemoryJournal();

  /** Whatever a test came to, its processes do not stay. */
  @AfterEach
  void endWhatRuns() throws IOException {
    Machine.endAll(data);
  }

  /** A server: loop and driver over one journal and one folder. */
  private final class Server implements AutoCloseable {
    final ControlLoop loop;
    final LocalDriver driver;
    final Thread thread;

    Server() throws IOException {
      Engine engine =
          new Engine(new EngineConfig(Policies.find("priority").orElseThrow(), Assertions.FULL, 1));
      driver =
          new LocalDriver(
              Machine.quick(data),
              Clock.SYSTEM,
              id -> Optional.ofNullable(engine.state().jobs.find(id)).map(j -> j.spec));
      loop = ControlLoop.over(engine, journal).driver(driver).listener(driver).build();
      loop.start();
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      loop.run();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
    }

    <T> T ask(Function<Engine, T> read) {
      try {
        return loop.ask(read).get();
      } catch (InterruptedException | ExecutionException e) {
        throw new AssertionError(e);
      }
    }

    JobState state(long job) {
      return ask(
          e -> {
            var live = e.state().jobs.find(new JobId(job));
            return live != null ? live.state : e.state().jobs.outcome(new JobId(job)).orElseThrow();
          });
    }

    void awaitState(long job, JobState state) {
      Machine.until("job " + job + " is " + state, () -> state(job) == state);
    }

    @Override
    public void close() {
      loop.close();
      driver.close();
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static JobSpec job(long id, int priority, int tasks, Launch launch) {
    TaskRequest request =
        TaskRequest.of(
            Cpu.ofCores(1), Bytes.ofMib(16), new DeviceRequest.Whole(1, DeviceFilter.ANY));
    Role role =
        new Role(
            "worker",
            tasks,
            List.of(),
            List.of(new Variant("default", 0, request, launch)),
            TopologyRule.ANYWHERE,
            Optional.empty());
    return Machine.with(
        JobSpec.of(
            new JobId(id),
            "job" + id,
            new dev.weir.model.id.QueueId("team"),
            priority,
            List.of(role)),
        new Disruption(
            true,
            Disruption.StopClass.SAVE_THEN_STOP,
            Duration.ofSeconds(30),
            Duration.ZERO,
            0,
            Duration.ofMinutes(30),
            Duration.ofSeconds(1),
            false));
  }

  private static Launch until(Path file, String before) {
    return Machine.sh(
        before + "; while [ ! -e '" + file + "' ]; do sleep 0.05; done; echo finished");
  }

  @Test
  void aLowJobMakesRoomAtACheckpointAndGoesOnFromIt() throws Exception {
    Path go = data.resolve("go");
    String saving =
        PoliteStopTest.SAVES_WHEN_ASKED.replace("while :; do", "while [ ! -e '" + go + "' ]; do");
    try (Server server = new Server()) {
      server.loop.submit(Queues.configured(Queues.of("team"))).get();
      server.loop.submit(new Event.JobSubmitted(job(1, 0, 8, Machine.sh(saving)))).get();
      server.awaitState(1, JobState.RUNNING);
      Machine.until("all listen", () -> listening() == 8);
      server.loop.submit(new Event.JobSubmitted(job(2, 100, 8, until(go, ":")))).get();
      server.awaitState(2, JobState.RUNNING);
      assertThat(server.state(1)).isEqualTo(JobState.QUEUED);
      long saved = server.ask(e -> e.state().jobs.find(new JobId(1)).savedMillis);
      assertThat(saved).isPositive();
      Files.createFile(go);
      server.awaitState(2, JobState.COMPLETED);
      server.awaitState(1, JobState.COMPLETED);
    }
    try (var outputs = Files.walk(data.resolve("local/allocations"))) {
      List<String> resumed =
          outputs
              .filter(p -> p.endsWith("stdout.log") && p.toString().contains("-2/"))
              .map(LoopTest::read)
              .filter(text -> text.startsWith("state of step "))
              .toList();
      assertThat(resumed).hasSize(8);
    }
  }

  private long listening() {
    try (var files = Files.walk(data.resolve("local/allocations"))) {
      return files.filter(p -> p.endsWith("handles-usr2")).count();
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0; // a file vanished while we walked
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aNewServerTakesOverWhatRunsAndStartsNothingTwice() throws Exception {
    Path go = data.resolve("go");
    try (Server server = new Server()) {
      server.loop.submit(Queues.configured(Queues.of("team"))).get();
      for (int i = 1; i <= 4; i++) {
        server.loop.submit(new Event.JobSubmitted(job(i, 0, 1, until(go, "echo began")))).get();
      }
      for (int i = 1; i <= 4; i++) {
        server.awaitState(i, JobState.RUNNING);
      }
    }
    Files.createFile(go);
    try (Server server = new Server()) {
      for (int i = 1; i <= 4; i++) {
        server.awaitState(i, JobState.COMPLETED);
      }
    }
    try (var outputs = Files.walk(data.resolve("local/allocations"))) {
      assertThat(outputs.filter(p -> p.endsWith("stdout.log")).map(LoopTest::read))
          .hasSize(4)
          .containsOnly("began\nfinished\n");
    }
    // Their ends are durable, so that a third server has nothing to say of them.
    try (LocalDriver third =
        new LocalDriver(Machine.quick(data), Clock.SYSTEM, _ -> Optional.empty())) {
      assertThat(third.found()).isEmpty();
    }
  }
}
