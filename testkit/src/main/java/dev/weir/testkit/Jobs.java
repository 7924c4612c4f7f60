package dev.weir.testkit;

import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.Dependency;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Launch;
import dev.weir.model.job.NodeFilter;
import dev.weir.model.job.Role;
import dev.weir.model.job.StartWindow;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.job.Variant;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A job of one role for tests: {@code Jobs.gang(1, "train", 4).devices(8).queue("a").build()}.
 * Without further words: queue {@value #QUEUE}, 1 core and 1 GiB per task, no device, priority 0,
 * preemptible, no limit.
 */
public final class Jobs {
  /** The queue of all test jobs unless another is named. */
  public static final String QUEUE = "default";

  private final JobId id;
  private final String name;
  private final int tasks;
  private final List<Dependency> dependencies = new ArrayList<>();
  private final Map<String, String> labels = new TreeMap<>();
  private List<Integer> sizes = List.of();
  private QueueId queue = new QueueId(QUEUE);
  private String user = "";
  private JobKind kind = JobKind.TRAINING;
  private int priority;
  private Cpu cpu = Cpu.ofCores(1);
  private Bytes memory = Bytes.ofGib(1);
  private DeviceRequest devices = DeviceRequest.NONE;
  private DeviceFilter filter = DeviceFilter.ANY;
  private NodeFilter where = NodeFilter.NONE;
  private TopologyRule topology = TopologyRule.ANYWHERE;
  private Optional<Role.Groups> groups = Optional.empty();
  private Optional<Duration> limit = Optional.empty();
  private StartWindow window = StartWindow.ALWAYS;
  private Disruption disruption = Disruption.DEFAULT;
  private Optional<String> reservation = Optional.empty();
  private int maxRestarts = 3;

  private Jobs(long id, String name, int tasks) {
    this.id = new JobId(id);
    this.name = name;
    this.tasks = tasks;
  }

  /** Equal tasks that start together. */
  public static Jobs gang(long id, String name, int tasks) {
    return new Jobs(id, name, tasks);
  }

  /** One task. */
  public static Jobs single(long id, String name) {
    return new Jobs(id, name, 1);
  }

  /** Whole devices per task. */
  public Jobs devices(int count) {
    devices = new DeviceRequest.Whole(count, filter);
    return this;
  }

  /** A share of one device per task. */
  public Jobs share(int milli) {
    devices = new DeviceRequest.Fraction(1, new GpuShare(milli), Bytes.ZERO, filter);
    return this;
  }

  public Jobs mig(int count, String profile) {
    devices = new DeviceRequest.Mig(count, profile, filter);
    return this;
  }

  /** Admissible device models; call it before the number of devices. */
  public Jobs on(String... models) {
    filter = DeviceFilter.model(models);
    return this;
  }

  public Jobs cpu(long cores) {
    cpu = Cpu.ofCores(cores);
    return this;
  }

  public Jobs memoryGib(long gib) {
    memory = Bytes.ofGib(gib);
    return this;
  }

  /** Other numbers of tasks that the job can run with. */
  public Jobs elastic(Integer... values) {
    sizes = Arrays.asList(values);
    return this;
  }

  public Jobs queue(String value) {
    queue = new QueueId(value);
    return this;
  }

  public Jobs user(String value) {
    user = value;
    return this;
  }

  public Jobs kind(JobKind value) {
    kind = value;
    return this;
  }

  public Jobs priority(int value) {
    priority = value;
    return this;
  }

  public Jobs where(NodeFilter value) {
    where = value;
    return this;
  }

  public Jobs topology(TopologyRule value) {
    topology = value;
    return this;
  }

  /** Sub-groups of consecutive tasks, each inside one domain of the level. */
  public Jobs groups(int size, String level) {
    groups = Optional.of(new Role.Groups(size, TopologyRule.require(level)));
    return this;
  }

  public Jobs limit(Duration value) {
    limit = Optional.of(value);
    return this;
  }

  public Jobs notBefore(Instant value) {
    window = new StartWindow(Optional.of(value), window.deadline());
    return this;
  }

  public Jobs deadline(Instant value) {
    window = new StartWindow(window.notBefore(), Optional.of(value));
    return this;
  }

  public Jobs after(long job, Dependency.Condition condition) {
    dependencies.add(new Dependency(new JobId(job), condition));
    return this;
  }

  public Jobs disruption(Disruption value) {
    disruption = value;
    return this;
  }

  public Jobs notPreemptible() {
    disruption = disruption.withPreemptible(false);
    return this;
  }

  public Jobs stop(Disruption.StopClass value) {
    disruption = disruption.withStop(value);
    return this;
  }

  public Jobs reservation(String value) {
    reservation = Optional.of(value);
    return this;
  }

  public Jobs maxRestarts(int value) {
    maxRestarts = value;
    return this;
  }

  public Jobs label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public JobSpec build() {
    TaskRequest request = new TaskRequest(cpu, memory, devices, Map.of(), Set.of(), where);
    Role role =
        new Role(
            "worker",
            tasks,
            sizes,
            List.of(new Variant("default", 0, request, Launch.NONE)),
            TopologyRule.ANYWHERE,
            groups);
    return new JobSpec(
        id,
        name,
        queue,
        user,
        kind,
        priority,
        List.of(role),
        topology,
        limit,
        window,
        dependencies,
        disruption,
        reservation,
        maxRestarts,
        labels);
  }

  /** The job as the fact that it was submitted. */
  public Event submitted() {
    return new Event.JobSubmitted(build());
  }
}
