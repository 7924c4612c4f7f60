package dev.weir.engine.check;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.state.State;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Role;
import java.util.HashMap;
import java.util.Map;

/** Recounts what is booked from what the jobs hold (wall W4), and hashes the state. */
public final class Recount {
  private final State state;

  public Recount(State state) {
    this.state = state;
  }

  /**
   * Compares as far as the ladder says.
   *
   * @throws IllegalStateException with both numbers when something differs
   */
  public void check(Assertions assertions) {
    if (assertions == Assertions.OFF) {
      return;
    }
    queues();
    if (assertions == Assertions.FULL) {
      nodes();
      jobs();
    }
  }

  private void queues() {
    Map<String, Map<Integer, Long>> booked = new HashMap<>();
    for (Job job : state.jobs.live()) {
      if (job.holding != null) {
        Charge charge = job.holding.charge;
        for (Queue q = state.queueOf(job); q != null; q = q.parent()) {
          Map<Integer, Long> sums = booked.computeIfAbsent(q.id.value(), k -> new HashMap<>());
          for (int i = 0; i < charge.resources().length; i++) {
            sums.merge(charge.resources()[i], charge.amounts()[i], Long::sum);
          }
        }
      }
    }
    for (Queue q : state.queues.queues()) {
      Map<Integer, Long> sums = booked.getOrDefault(q.id.value(), Map.of());
      for (int r = 0; r < state.resources.size(); r++) {
        equal(
            "queue " + q.id + " books of " + state.resources.name(r),
            q.booked(r),
            sums.getOrDefault(r, 0L));
      }
    }
  }

  private static void equal(String what, long is, long recounted) {
    if (is != recounted) {
      throw new IllegalStateException(
          "%s %d, the holdings make it %d".formatted(what, is, recounted));
    }
  }

  private void nodes() {
    Map<Node, NodeSum> sums = new HashMap<>();
    Map<String, Long> licences = new HashMap<>();
    for (Job job : state.jobs.live()) {
      if (job.holding != null) {
        job.holding.places.forEach(p -> add(p, sums, licences));
      }
      job.leaving.forEach(p -> add(p, sums, licences));
    }
    for (Node node : state.fleet.nodes()) {
      sums.getOrDefault(node, new NodeSum(node)).compare();
    }
    licences.forEach(
        (name, n) -> equal("licences " + name + " in use", state.ledger.licences().used(name), n));
  }

  private static void add(Holding.Place p, Map<Node, NodeSum> sums, Map<String, Long> licences) {
    sums.computeIfAbsent(p.node(), NodeSum::new).add(p);
    p.ask().request.licences().forEach((name, n) -> licences.merge(name, (long) n, Long::sum));
  }

  /** What the holdings make of one node. */
  private static final class NodeSum {
    private final Node node;
    private long cpu;
    private long memory;
    private int tasks;
    private final int[] milli;
    private final long[] bytes;
    private final int[] slices;

    NodeSum(Node node) {
      this.node = node;
      milli = new int[node.deviceCount()];
      bytes = new long[node.deviceCount()];
      slices = new int[node.deviceCount()];
    }

    void add(Holding.Place p) {
      cpu += p.ask().cpuMilli;
      memory += p.ask().memoryBytes;
      tasks++;
      for (long rest = p.devices().mask(); rest != 0; rest &= rest - 1) {
        int d = Long.numberOfTrailingZeros(rest);
        switch (p.devices()) {
          case DeviceBooking.None none -> {}
          case DeviceBooking.Whole whole -> milli[d] += 1000;
          case DeviceBooking.Fraction f -> {
            milli[d] += f.milli();
            bytes[d] += f.memoryBytes();
          }
          case DeviceBooking.Mig mig -> mig.instances().forEach(i -> cut(i, d));
        }
      }
    }

    private void cut(MigInstance i, int d) {
      if (i.device() == d) {
        int mask =
            node.device(d)
                .model()
                .mig()
                .flatMap(t -> t.profile(i.profile()))
                .orElseThrow()
                .mask(i.start());
        if ((slices[d] & mask) != 0) {
          throw new IllegalStateException("node " + node + ": two instances overlap at " + i);
        }
        slices[d] |= mask;
      }
    }

    void compare() {
      String at = "node " + node + " has booked ";
      equal(at + "CPU", node.nodeClass().cpuMilli - node.cpuFree(), cpu);
      equal(at + "memory", node.nodeClass().memoryBytes - node.memoryFree(), memory);
      equal(at + "tasks", node.nodeClass().maxTasks - node.tasksFree(), tasks);
      for (int d = 0; d < milli.length; d++) {
        equal(at + "slices of device " + d, node.usedSlices(d), slices[d]);
        if (slices[d] == 0) {
          equal(at + "share of device " + d, node.usedMilli(d), milli[d]);
          equal(at + "memory of device " + d, node.usedBytes(d), bytes[d]);
        }
        if (milli[d] > 1000) {
          throw new IllegalStateException(at + milli[d] + " milli of device " + d);
        }
      }
    }
  }

  private void jobs() {
    for (Job job : state.jobs.live()) {
      if (job.state.holdsRoom() != (job.holding != null)) {
        throw new IllegalStateException(
            job + " is " + job.state + (job.holding == null ? " and holds no room" : " and holds"));
      }
      if (job.holding == null && !job.lost.isEmpty()) {
        throw new IllegalStateException(job + " holds no room and misses " + job.lost);
      }
      if (job.holding != null && job.lost.isEmpty()) {
        whole(job, job.holding);
      }
      if (job.state == JobState.QUEUED
          && !state.door.contains(job)
          && !state.queueOf(job).waiting().contains(job)) {
        throw new IllegalStateException(job + " waits in no queue");
      }
    }
  }

  /** No gang is partly running (wall W8). */
  private static void whole(Job job, Holding holding) {
    for (int r = 0; r < job.spec.roles().size(); r++) {
      Role role = job.spec.roles().get(r);
      int number = r;
      int tasks = (int) holding.places.stream().filter(p -> p.role() == number).count();
      int own = role.variants().get(holding.variants[r]).count();
      if (own != 0 ? tasks != own : !role.sizes().contains(tasks)) {
        throw new IllegalStateException(
            "%s runs %d tasks of role %s; allowed are %s"
                .formatted(job, tasks, role.name(), role.sizes()));
      }
    }
  }

  /** Equal for equal folds of the same journal. */
  public long hash() {
    long h = 1;
    for (Job job : state.jobs.live()) {
      h = mix(h, job.id().value());
      h = mix(h, job.state.name().hashCode());
      h = mix(h, job.incarnation);
      h = mix(h, job.priority);
      h = mix(h, job.savedMillis);
      h = mix(h, job.attained);
      h = mix(h, job.victims);
      h = mix(h, job.planned == null ? -1 : job.planned.at());
      if (job.holding != null) {
        h = mix(h, job.holding.id.value());
        for (Holding.Place p : job.holding.places) {
          h = mix(h, p.node().index);
          h = mix(h, p.devices().mask());
          h = mix(h, (long) p.role() << 32 | p.task());
        }
      }
    }
    for (Queue q : state.queues.queues()) {
      // numbers of resources depend on who asked first; names do not
      for (int r = 0; r < state.resources.size(); r++) {
        h += q.booked(r) == 0 ? 0 : mix(state.resources.name(r).hashCode(), q.booked(r));
      }
    }
    return mix(h, state.claims.hash());
  }

  private static long mix(long h, long value) {
    long x = (h ^ value) * 0x9E3779B97F4A7C15L;
    return x ^ x >>> 31;
  }
}
