package dev.weir.simulator.experiment;

import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.StartWindow;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import dev.weir.simulator.world.JobProfile;
import dev.weir.simulator.world.JobProfile.Outcome;
import dev.weir.simulator.world.Workload;
import dev.weir.traces.EndState;
import dev.weir.traces.TraceJob;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * The jobs of a trace as a workload. Jobs that ask for the same share their roles, and a job's
 * records are made when it is submitted.
 */
public final class TraceWorkload implements Workload {
  private final List<TraceJob> jobs;
  private final Map<Shape, List<Role>> roles = new HashMap<>();
  private final Map<String, QueueId> queues = new HashMap<>();

  private record Shape(
      int tasks, long cpu, long memory, int devices, int milli, long bytes, List<String> models) {}

  /**
   * @param jobs in the order of submission
   */
  public TraceWorkload(List<TraceJob> jobs) {
    this.jobs = jobs;
  }

  @Override
  public int size() {
    return jobs.size();
  }

  @Override
  public long submittedAt(int index) {
    return Math.round(jobs.get(index).submitSeconds() * 1000);
  }

  @Override
  public JobSpec job(int index) {
    TraceJob t = jobs.get(index);
    return new JobSpec(
        new JobId(index + 1L),
        t.name().orElse(t.job()),
        queues.computeIfAbsent(t.queue(), QueueId::new),
        t.user(),
        t.kind(),
        t.priority(),
        rolesOf(t),
        TopologyRule.ANYWHERE,
        millis(t.limitSeconds()).filter(d -> !d.isZero()),
        window(t),
        List.of(),
        Disruption.DEFAULT,
        Optional.empty(),
        3,
        Map.of());
  }

  private static Optional<Duration> millis(OptionalDouble seconds) {
    return seconds.isPresent()
        ? Optional.of(Duration.ofMillis(Math.round(seconds.getAsDouble() * 1000)))
        : Optional.empty();
  }

  private static StartWindow window(TraceJob t) {
    return t.deadlineSeconds().isEmpty()
        ? StartWindow.ALWAYS
        : new StartWindow(
            Optional.empty(),
            Optional.of(
                Instant.ofEpochMilli(Math.round(t.deadlineSeconds().getAsDouble() * 1000))));
  }

  private List<Role> rolesOf(TraceJob t) {
    Shape shape =
        new Shape(
            t.tasks(),
            t.cpuMilli(),
            t.memoryBytes(),
            t.devices(),
            t.deviceMilli(),
            t.deviceMemoryBytes().orElse(0),
            t.models());
    return roles.computeIfAbsent(shape, TraceWorkload::roles);
  }

  private static List<Role> roles(Shape s) {
    DeviceFilter filter =
        s.models.isEmpty()
            ? DeviceFilter.ANY
            : new DeviceFilter(new TreeSet<>(s.models), Bytes.ZERO, 0, 0);
    DeviceRequest devices = DeviceRequest.NONE;
    if (s.devices > 0) {
      devices =
          s.milli < TraceJob.WHOLE_DEVICE
              ? new DeviceRequest.Fraction(
                  s.devices, new GpuShare(s.milli), new Bytes(s.bytes), filter)
              : new DeviceRequest.Whole(s.devices, filter);
    }
    TaskRequest request = TaskRequest.of(new Cpu(s.cpu), new Bytes(s.memory), devices);
    return List.of(Role.of("task", s.tasks, request));
  }

  @Override
  public JobProfile profile(int index) {
    TraceJob t = jobs.get(index);
    if (t.durationSeconds().isEmpty()) {
      return JobProfile.endless();
    }
    long work = Math.round(t.durationSeconds().getAsDouble() * 1000);
    return new JobProfile(work, t.modelName().orElse(""), outcome(t.endState()));
  }

  /** A job that the trace saw running is taken to end when the trace says so; reports note it. */
  private static Outcome outcome(EndState end) {
    return switch (end) {
      case COMPLETED, RUNNING -> Outcome.COMPLETED;
      case FAILED -> Outcome.FAILED;
      case CANCELLED -> Outcome.CANCELLED;
    };
  }
}
