package dev.weir.benchmarks;

import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.plan.Plan;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An engine with a fleet of equal nodes under the default policy: a topology of spines (512 nodes)
 * and leaves (32 nodes), twenty queues under four tenants, assertions off. The driver's part is
 * played at once: what is started runs, what is stopped ends.
 */
final class LoadedEngine {
  private static final long BUDGET = 10_000_000;
  private static final int QUEUES = 20;
  static final DeviceModel MODEL = DeviceModel.of("H100-80", Bytes.ofGib(80));

  final Engine engine;
  final int nodes;
  final int devicesPerNode;
  private final ArrayDeque<Allocation> running = new ArrayDeque<>();
  private long nextJob = 1;
  private long now = 1;

  LoadedEngine(String policy, int nodes, int devicesPerNode) {
    this.nodes = nodes;
    this.devicesPerNode = devicesPerNode;
    engine = new Engine(new EngineConfig(Policies.find(policy).orElseThrow(), Assertions.OFF, 1));
    engine.apply(
        0,
        new Event.TopologyConfigured(
            new TopologySpec(
                List.of(
                    new TopologySpec.Level("spine", "spine"),
                    new TopologySpec.Level("leaf", "leaf")))));
    engine.apply(0, new Event.QueuesConfigured(queues()));
    List<DeviceSpec> devices = Collections.nCopies(devicesPerNode, DeviceSpec.of(MODEL));
    for (int n = 0; n < nodes; n++) {
      engine.apply(0, new Event.NodeJoined(node(n, devices)));
    }
  }

  private static List<QueueSpec> queues() {
    List<QueueSpec> all = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      QueueId tenant = new QueueId("tenant" + t);
      all.add(QueueSpec.open(tenant));
      for (int q = 0; q < QUEUES / 4; q++) {
        QueueId id = new QueueId(tenant.value() + "/team" + q);
        all.add(new QueueSpec(id, Optional.of(tenant), Map.of(), Map.of(), 1 + q % 3, 3600));
      }
    }
    return all;
  }

  private static NodeSpec node(int n, List<DeviceSpec> devices) {
    return new NodeSpec(
        new NodeId("n" + n),
        "u" + n,
        new DomainId("bench"),
        Cpu.ofCores(192),
        Bytes.ofGib(2048),
        110,
        devices,
        Map.of("spine", "s" + n / 512, "leaf", "l" + n / 32),
        List.of(),
        true);
  }

  /** Submits a job of these roles to the next queue in turn. */
  JobId submit(List<Role> roles) {
    JobId id = new JobId(nextJob);
    long q = nextJob % QUEUES;
    QueueId queue = new QueueId("tenant" + q / 5 + "/team" + q % 5);
    engine.apply(now, new Event.JobSubmitted(JobSpec.of(id, "bench", queue, 0, roles)));
    nextJob++;
    return id;
  }

  /** Ends the job that has run longest. */
  void finishOldest() {
    Allocation a = running.removeFirst();
    engine.apply(
        now, new Event.AllocationEnded(a.id(), a.job(), a.incarnation(), Event.End.COMPLETED));
  }

  void cancel(JobId job) {
    engine.apply(now, new Event.JobCancelled(job, "bench"));
  }

  /** One pass; the number of jobs that it started. */
  int pass() {
    Plan plan = engine.pass(now++, BUDGET);
    int started = 0;
    for (Action action : plan.actions()) {
      switch (action) {
        case Action.Start s -> {
          Allocation a = s.allocation();
          running.addLast(a);
          engine.apply(now, new Event.AllocationStarted(a.id(), a.job(), a.incarnation()));
          started++;
        }
        case Action.Stop s -> {
          running.removeIf(a -> a.id().equals(s.allocation()));
          engine.apply(
              now,
              new Event.AllocationEnded(
                  s.allocation(), s.job(), incarnation(s.job()), Event.End.STOPPED));
        }
        case Action.Resize _,
            Action.ReshapeMig _,
            Action.Reject _,
            Action.Fail _,
            Action.Plan _ -> {}
      }
    }
    return started;
  }

  private int incarnation(JobId job) {
    return engine.state().jobs.get(job).incarnation;
  }

  int running() {
    return running.size();
  }

  long known() {
    return engine.state().jobs.live().size();
  }
}
