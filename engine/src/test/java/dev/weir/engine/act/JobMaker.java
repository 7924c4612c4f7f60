package dev.weir.engine.act;

import dev.weir.engine.job.Job;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Launch;
import dev.weir.model.job.Role;
import dev.weir.model.job.StartWindow;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.job.Variant;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds jobs of one role, word by word. */
public final class JobMaker {
  public static final QueueId QUEUE = new QueueId("q");

  private final SmallWorld world;
  private QueueId queue = QUEUE;
  private int tasks = 1;
  private List<Integer> sizes = List.of();
  private int devices = 1;
  private long cpus = 1;
  private DeviceFilter filter = DeviceFilter.ANY;
  private int priority;
  private long limit;
  private long run;
  private Disruption disruption = Disruption.DEFAULT;
  private TopologyRule topology = TopologyRule.ANYWHERE;

  private JobMaker(SmallWorld world) {
    this.world = world;
  }

  public static JobMaker job(SmallWorld world) {
    return new JobMaker(world);
  }

  public JobMaker tasks(int count, int devicesEach) {
    tasks = count;
    devices = devicesEach;
    return this;
  }

  public JobMaker sizes(Integer... all) {
    sizes = List.of(all);
    return this;
  }

  public JobMaker cpus(long each) {
    cpus = each;
    return this;
  }

  public JobMaker on(String... models) {
    filter = DeviceFilter.model(models);
    return this;
  }

  public JobMaker in(String name) {
    queue = new QueueId(name);
    return this;
  }

  public JobMaker priority(int value) {
    priority = value;
    return this;
  }

  /** Enforced limit in minutes. */
  public JobMaker limit(long minutes) {
    limit = minutes;
    return this;
  }

  /** True run time in minutes. */
  public JobMaker runs(long minutes) {
    run = minutes;
    return this;
  }

  public JobMaker disruption(Disruption value) {
    disruption = value;
    return this;
  }

  public JobMaker require(String level) {
    topology = TopologyRule.require(level);
    return this;
  }

  public Job submit() {
    TaskRequest request =
        TaskRequest.of(
            new Cpu(cpus * 1000),
            new Bytes(1L << 30),
            devices == 0 ? DeviceRequest.NONE : new DeviceRequest.Whole(devices, filter));
    var id = world.nextId();
    return world.submit(
        new JobSpec(
            id,
            id.toString(),
            queue,
            "anna",
            JobKind.BATCH,
            priority,
            List.of(
                new Role(
                    "worker",
                    tasks,
                    sizes,
                    List.of(new Variant("default", 0, request, Launch.NONE)),
                    TopologyRule.ANYWHERE,
                    Optional.empty())),
            topology,
            limit == 0 ? Optional.empty() : Optional.of(Duration.ofMinutes(limit)),
            StartWindow.ALWAYS,
            List.of(),
            disruption,
            Optional.empty(),
            3,
            Map.of()),
        run);
  }
}
