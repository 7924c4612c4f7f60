package dev.weir.driver.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.driver.local.isolation.IsolationReport.Mode;
import dev.weir.driver.local.isolation.IsolationWish;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event.End;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationTest {
  @TempDir Path data;

  private void reachableAsRoot() throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs to run as root");
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx--x--x"));
  }

  static JobSpec of(JobSpec s, String queue) {
    return new JobSpec(
        s.id(),
        s.name(),
        new QueueId(queue),
        s.user(),
        s.kind(),
        s.priority(),
        s.roles(),
        s.topology(),
        s.timeLimit(),
        s.window(),
        s.dependencies(),
        s.disruption(),
        s.reservation(),
        s.maxRestarts(),
        s.labels());
  }

  @Test
  @Tag("root")
  void oneTenantsTasksCannotReadEndOrListWhatIsAnothers() throws Exception {
    reachableAsRoot();
    try (Machine machine =
        Machine.at(data, c -> c.withIsolation(IsolationWish.AUTO).withPath("/usr/bin:/bin"))) {
      assumeTrue(
          machine.driver().isolation().mode() == Mode.PER_TENANT,
          machine.driver().isolation().reason());
      JobSpec hers =
          of(machine.job(1, 1, Machine.sh("echo secret >mine; id -u; sleep 600"), r -> r), "ada");
      Allocation a = machine.start(hers, 1, 1);
      machine.awaitStarted(a);
      Machine.until("she has written", () -> Files.exists(data.resolve("local/jobs/1/work/mine")));
      long pid = machine.pid(a, 0, "task.pid");
      String spy =
          "id -u; cat '%1$s/local/jobs/1/work/mine' '%2$s/launch.sh' '%2$s/stdout.log'; kill -9 %3$d; "
                  .formatted(data, machine.folder(a, 0), pid)
              + "ls '%s/local/allocations' '%s/local'; cat /proc/%d/environ; id -G"
                  .formatted(data, data, pid);
      Allocation b = machine.start(of(machine.job(2, 1, Machine.sh(spy), r -> r), "bob/x"), 1, 1);
      assertThat(machine.awaitEnd(b).end()).isEqualTo(End.COMPLETED);
      List<String> seen = machine.output(b, 0).lines().toList();
      assertThat(seen)
          .hasSize(2)
          .containsOnly(seen.getFirst()); // his number twice and nothing else
      assertThat(seen.getFirst()).isNotEqualTo(machine.output(a, 0).strip()).isNotEqualTo("0");
      assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive)).hasValue(true);
      machine.stop(a, false, java.time.Duration.ZERO);
      assertThat(machine.awaitEnd(a).end()).isEqualTo(End.STOPPED);
    }
  }
}
