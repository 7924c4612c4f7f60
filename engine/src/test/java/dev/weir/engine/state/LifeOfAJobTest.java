package dev.weir.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.job.Job;
import dev.weir.engine.policy.Policies;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.event.Event.End;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Role;
import dev.weir.model.job.StartWindow;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.plan.Plan;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of docs/state-machine.md, row by row: from a state, one event, the next state. */
class LifeOfAJobTest {
  private static final JobId JOB = new JobId(1);
  private static final DeviceModel MODEL = DeviceModel.of("A100", Bytes.ofGib(80));

  private final Engine engine =
      new Engine(new EngineConfig(Policies.find("bestfit").orElseThrow(), Assertions.FULL, 1));
  private long now = 1;

  private void tell(Event event) {
    engine.apply(now++, event);
  }

  private Plan pass() {
    return engine.pass(now++, 1_000_000);
  }

  private void fleet(int nodes) {
    tell(new Event.QueuesConfigured(List.of(QueueSpec.open(new QueueId("q")))));
    for (int n = 0; n < nodes; n++) {
      tell(
          new Event.NodeJoined(
              new NodeSpec(
                  new NodeId("n" + n),
                  "u" + n,
                  new DomainId("d"),
                  Cpu.ofCores(64),
                  Bytes.ofGib(512),
                  110,
                  Collections.nCopies(8, DeviceSpec.of(MODEL)),
                  Map.of(),
                  List.of(),
                  true)));
    }
  }

  private static JobSpec gang(int tasks, Optional<Duration> limit, int restarts) {
    DeviceRequest devices = new DeviceRequest.Whole(8, DeviceFilter.ANY);
    Role role = Role.of("w", tasks, TaskRequest.of(Cpu.ofCores(1), Bytes.ofGib(1), devices));
    return new JobSpec(
        JOB,
        "job",
        new QueueId("q"),
        "u",
        JobKind.TRAINING,
        0,
        List.of(role),
        TopologyRule.ANYWHERE,
        limit,
        StartWindow.ALWAYS,
        List.of(),
        Disruption.DEFAULT,
        Optional.empty(),
        restarts,
        Map.of());
  }

  private Job job() {
    return engine.state().jobs.get(JOB);
  }

  private AllocationId allocation() {
    return java.util.Objects.requireNonNull(job().holding).id;
  }

  private void ended(End end) {
    tell(new Event.AllocationEnded(allocation(), JOB, job().incarnation, end));
  }

  private void started() {
    tell(new Event.AllocationStarted(allocation(), JOB, job().incarnation));
  }

  private JobState state() {
    Job live = engine.state().jobs.find(JOB);
    return live == null ? engine.state().jobs.outcome(JOB).orElseThrow() : live.state;
  }

  // --- the states of the left column ---

  private void queued() {
    fleet(0);
    tell(new Event.JobSubmitted(gang(1, Optional.empty(), 1)));
    pass();
  }

  private void starting(int tasks, int restarts) {
    fleet(2);
    tell(new Event.JobSubmitted(gang(tasks, Optional.of(Duration.ofMillis(50)), restarts)));
    pass();
  }

  private void running(int tasks, int restarts) {
    starting(tasks, restarts);
    started();
  }

  private void reachedState(JobState state) {
    switch (state) {
      case QUEUED -> queued();
      case STARTING -> starting(1, 1);
      case RUNNING -> running(1, 1);
      case RESTARTING -> {
        running(2, 1);
        tell(new Event.NodeHealthChanged(new NodeId("n0"), Event.Health.FAILED));
      }
      case CHECKPOINTING -> {
        running(1, 1);
        tell(new Event.JobSuspended(JOB, "ann"));
        pass();
      }
      case SUSPENDED -> {
        queued();
        tell(new Event.JobSuspended(JOB, "ann"));
      }
      case CANCELLING -> {
        running(1, 1);
        tell(new Event.JobCancelled(JOB, "ann"));
        pass();
      }
      default -> throw new IllegalArgumentException("no way to " + state);
    }
    assertThat(state()).isEqualTo(state);
  }

  private static Arguments row(
      JobState from, String what, Consumer<LifeOfAJobTest> event, JobState to) {
    return Arguments.of(from, what, event, to);
  }

  static Stream<Arguments> rows() {
    return Stream.of(
        row(
            JobState.QUEUED,
            "JobCancelled",
            t -> t.tell(new Event.JobCancelled(JOB, "ann")),
            JobState.CANCELLED),
        row(
            JobState.QUEUED,
            "JobSuspended",
            t -> t.tell(new Event.JobSuspended(JOB, "ann")),
            JobState.SUSPENDED),
        row(JobState.STARTING, "AllocationStarted", LifeOfAJobTest::started, JobState.RUNNING),
        row(
            JobState.STARTING,
            "StartRefused",
            t -> t.tell(new Event.StartRefused(t.allocation(), JOB, 1, "no image")),
            JobState.QUEUED),
        row(
            JobState.RUNNING,
            "CheckpointCompleted",
            t -> t.tell(new Event.CheckpointCompleted(JOB, 1)),
            JobState.RUNNING),
        row(JobState.RUNNING, "COMPLETED", t -> t.ended(End.COMPLETED), JobState.COMPLETED),
        row(JobState.RUNNING, "FAILED", t -> t.ended(End.FAILED), JobState.FAILED),
        row(JobState.RUNNING, "TIMED_OUT", t -> t.ended(End.TIMED_OUT), JobState.FAILED),
        row(JobState.RUNNING, "LOST with a restart left", t -> t.ended(End.LOST), JobState.QUEUED),
        row(
            JobState.RUNNING,
            "its only node failed",
            t -> t.tell(new Event.NodeHealthChanged(new NodeId("n0"), Event.Health.FAILED)),
            JobState.QUEUED),
        row(
            JobState.RUNNING,
            "JobCancelled",
            t -> t.tell(new Event.JobCancelled(JOB, "ann")),
            JobState.CANCELLING),
        row(
            JobState.RUNNING,
            "Stop(TIME_LIMIT)",
            t -> {
              t.now += 100;
              t.pass();
            },
            JobState.CHECKPOINTING),
        row(
            JobState.RUNNING,
            "an older incarnation ends",
            t -> t.tell(new Event.AllocationEnded(t.allocation(), JOB, 0, End.COMPLETED)),
            JobState.RUNNING),
        row(JobState.RUNNING, "started twice", LifeOfAJobTest::started, JobState.RUNNING),
        row(
            JobState.RUNNING,
            "submitted twice",
            t -> t.tell(new Event.JobSubmitted(gang(1, Optional.empty(), 1))),
            JobState.RUNNING),
        row(
            JobState.RESTARTING,
            "Stop(GANG_BROKEN), nothing to repair with",
            LifeOfAJobTest::pass,
            JobState.RESTARTING),
        row(
            JobState.RESTARTING,
            "the rest ended",
            t -> {
              t.pass();
              t.ended(End.STOPPED);
            },
            JobState.QUEUED),
        row(
            JobState.CHECKPOINTING,
            "STOPPED for a person",
            t -> t.ended(End.STOPPED),
            JobState.SUSPENDED),
        row(
            JobState.CHECKPOINTING,
            "it was faster",
            t -> t.ended(End.COMPLETED),
            JobState.COMPLETED),
        row(JobState.CANCELLING, "STOPPED", t -> t.ended(End.STOPPED), JobState.CANCELLED),
        row(JobState.CANCELLING, "it was faster", t -> t.ended(End.COMPLETED), JobState.COMPLETED),
        row(
            JobState.SUSPENDED,
            "JobResumed",
            t -> t.tell(new Event.JobResumed(JOB, "ann")),
            JobState.QUEUED),
        row(
            JobState.SUSPENDED,
            "JobCancelled",
            t -> t.tell(new Event.JobCancelled(JOB, "ann")),
            JobState.CANCELLED));
  }

  @ParameterizedTest(name = "{0}: {1} -> {3}")
  @MethodSource("rows")
  void eachRowOfTheTable(JobState from, String what, Consumer<LifeOfAJobTest> event, JobState to) {
    reachedState(from);
    event.accept(this);
    assertThat(state()).as(what).isEqualTo(to);
  }

  @Test
  void aJobWithoutARestartLeftFailsWhenItIsLost() {
    running(1, 0);
    ended(End.LOST);
    assertThat(state()).isEqualTo(JobState.FAILED);
  }

  @Test
  void aJobOverItsLimitEndsAsFailed() {
    running(1, 1);
    now += 100;
    pass();
    ended(End.STOPPED);
    assertThat(state()).isEqualTo(JobState.FAILED);
  }

  @Test
  void aRefusedStartIsTriedAgainAfterItsPauseOnly() {
    starting(1, 1);
    tell(new Event.StartRefused(allocation(), JOB, 1, "no image"));
    assertThat(pass().actions()).isEmpty();
    now += 10_000;
    assertThat(pass().actions()).hasOnlyElementsOfType(Action.Start.class).hasSize(1);
    assertThat(job().incarnation).isEqualTo(2);
  }

  @Test
  void aStartThatIsRefusedAfterItLostATaskMissesNothingLater() {
    starting(2, 1);
    tell(new Event.NodeHealthChanged(new NodeId("n1"), Event.Health.FAILED));
    tell(new Event.StartRefused(allocation(), JOB, 1, "no image"));
    assertThat(state()).isEqualTo(JobState.QUEUED);
    assertThat(job().lost).isEmpty();
    tell(new Event.NodeHealthChanged(new NodeId("n1"), Event.Health.READY));
    now += 10_000;
    assertThat(pass().actions()).hasOnlyElementsOfType(Action.Start.class).hasSize(1);
  }

  @Test
  void theFirstRestartIsAtOnceAndTheNextAfterABriefRunWaits() {
    running(1, 3);
    ended(End.LOST);
    assertThat(pass().actions()).hasOnlyElementsOfType(Action.Start.class).hasSize(1);
    started();
    ended(End.LOST);
    assertThat(pass().actions()).isEmpty();
    now += 10_000;
    assertThat(pass().actions()).hasOnlyElementsOfType(Action.Start.class).hasSize(1);
    assertThat(job().incarnation).isEqualTo(3);
  }

  @Test
  void aJobThatRanForLongIsRestartedAtOnceHoweverOften() {
    running(1, 3);
    for (int restart = 1; restart <= 3; restart++) {
      now += 600_000;
      ended(End.LOST);
      assertThat(pass().actions()).as("restart %d", restart).hasSize(1);
      started();
    }
  }

  @Test
  void aJobThatStopsUnaskedWantsToBeQueuedAgainAndLosesNoRestart() {
    running(1, 0);
    ended(End.STOPPED);
    assertThat(state()).isEqualTo(JobState.QUEUED);
    assertThat(job().restarts).isZero();
  }

  @Test
  void aLateEndOfTheFirstRunDoesNotTouchTheSecond() {
    running(1, 1);
    AllocationId first = allocation();
    ended(End.LOST);
    pass();
    started();
    tell(new Event.AllocationEnded(first, JOB, 1, End.FAILED));
    assertThat(state()).isEqualTo(JobState.RUNNING);
    assertThat(engine.state().dropped()).isEqualTo(1);
  }
}
