package dev.weir.simulator.fuzz;

import dev.weir.model.fleet.Taint;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.Dependency;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.Disruption.StopClass;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Jobs of every kind: gangs, fractions, instances, elastic, variants, rules of every sort. */
final class RandomJobs {
  private final Random random;
  private final List<QueueId> queues;

  RandomJobs(Random random, List<QueueId> queues) {
    this.random = random;
    this.queues = queues;
  }

  JobSpec next(long id, long now, List<JobId> earlier) {
    List<Role> roles = new ArrayList<>();
    roles.add(role("main"));
    if (random.nextInt(6) == 0) {
      roles.add(Role.of("head", 1, request(DeviceRequest.NONE)));
    }
    return new JobSpec(
        new JobId(id),
        "job" + id,
        queues.get(random.nextInt(queues.size())),
        "user" + random.nextInt(3),
        JobKind.BATCH,
        random.nextInt(3) * 10,
        roles,
        rule(),
        random.nextInt(3) == 0
            ? Optional.empty()
            : Optional.of(Duration.ofSeconds(30 + random.nextInt(600))),
        random.nextInt(10) == 0
            ? new StartWindow(
                Optional.of(Instant.ofEpochMilli(now + 1000L * random.nextInt(300))),
                Optional.empty())
            : StartWindow.ALWAYS,
        dependencies(earlier),
        disruption(),
        Optional.empty(),
        random.nextInt(4),
        random.nextInt(4) == 0 ? Map.of("app", "a" + random.nextInt(2)) : Map.of());
  }

  private List<Dependency> dependencies(List<JobId> earlier) {
    if (earlier.isEmpty() || random.nextInt(10) != 0) {
      return List.of();
    }
    JobId on = earlier.get(random.nextInt(earlier.size()));
    Dependency.Condition[] all = Dependency.Condition.values();
    return List.of(new Dependency(on, all[random.nextInt(all.length)]));
  }

  private TopologyRule rule() {
    return switch (random.nextInt(8)) {
      case 0 -> TopologyRule.require("node");
      case 1 -> TopologyRule.prefer("node");
      default -> TopologyRule.ANYWHERE;
    };
  }

  private Role role(String name) {
    int count = 1 + random.nextInt(4);
    List<Integer> sizes = random.nextInt(4) == 0 ? List.of(1, count, count * 2) : List.of();
    List<Variant> variants = new ArrayList<>();
    variants.add(new Variant("first", 0, request(devices()), Launch.NONE));
    if (random.nextInt(6) == 0) {
      variants.add(new Variant("second", 0, request(devices()), Launch.NONE));
    }
    return new Role(name, count, sizes, variants, TopologyRule.ANYWHERE, Optional.empty());
  }

  private DeviceRequest devices() {
    DeviceFilter filter =
        switch (random.nextInt(5)) {
          case 0 -> DeviceFilter.model("big");
          case 1 -> DeviceFilter.model("big", "mid");
          case 2 -> new DeviceFilter(Set.of(), Bytes.ofGib(32), 0, 0);
          default -> DeviceFilter.ANY;
        };
    return switch (random.nextInt(8)) {
      case 0 -> DeviceRequest.NONE;
      case 1, 2 ->
          new DeviceRequest.Fraction(
              1, new GpuShare(100 * (1 + random.nextInt(9))), Bytes.ZERO, filter);
      case 3 -> new DeviceRequest.Mig(1, random.nextBoolean() ? "1g" : "3g", DeviceFilter.ANY);
      default -> new DeviceRequest.Whole(1 << random.nextInt(3), filter);
    };
  }

  private TaskRequest request(DeviceRequest devices) {
    return new TaskRequest(
        new Cpu(250L * (1 + random.nextInt(24))),
        Bytes.ofGib(1 + random.nextInt(24)),
        devices,
        random.nextInt(12) == 0 ? Map.of("solver", 1) : Map.of(),
        random.nextInt(12) == 0 ? Set.of(8080) : Set.of(),
        filter());
  }

  private NodeFilter filter() {
    boolean tolerant = random.nextInt(3) == 0;
    List<NodeFilter.Toleration> tolerations =
        tolerant
            ? List.of(
                new NodeFilter.Toleration("burst", true, "", Optional.of(Taint.Effect.NO_SCHEDULE)))
            : List.of();
    List<NodeFilter.Affinity> affinity =
        random.nextInt(10) == 0
            ? List.of(
                new NodeFilter.Affinity(Map.of("app", "a0"), "kubernetes.io/hostname", true, true))
            : List.of();
    List<NodeFilter.Spread> spread =
        random.nextInt(12) == 0
            ? List.of(new NodeFilter.Spread("kubernetes.io/hostname", 1, true))
            : List.of();
    return new NodeFilter(
        random.nextInt(8) == 0 ? Map.of("disk", "fast") : Map.of(),
        List.of(),
        List.of(),
        tolerations,
        affinity,
        spread);
  }

  private Disruption disruption() {
    StopClass[] all = StopClass.values();
    return new Disruption(
        random.nextInt(4) != 0,
        all[random.nextInt(all.length)],
        Duration.ofSeconds(random.nextInt(60)),
        Duration.ofSeconds(random.nextInt(2) * 60L),
        random.nextInt(4),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        random.nextBoolean());
  }
}
