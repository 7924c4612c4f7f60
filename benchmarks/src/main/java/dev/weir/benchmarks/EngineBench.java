package dev.weir.benchmarks;

import dev.weir.model.id.JobId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Placements per second through the full pass: events folded, doors, queues, fairness, topology,
 * quota, backfill and verdicts on. The fleet stays at 80 % of its devices; each turn ends {@value
 * #BATCH} jobs (less on small fleets), submits as many and runs one pass; what is timed is all of
 * it.
 */
public final class EngineBench {
  private static final int BATCH = 64;
  private static final double FILL = 0.8;

  private final String policy;
  private final double seconds;
  private final Consumer<BenchResult> sink;

  /**
   * @param seconds length of each measurement, after a warm-up of the same length
   * @param sink is handed each result as soon as there is one
   */
  public EngineBench(String policy, double seconds, Consumer<BenchResult> sink) {
    this.policy = policy;
    this.seconds = seconds;
    this.sink = sink;
  }

  /**
   * The whole set on one fleet size.
   *
   * @param known jobs known to the engine at least, most of them waiting; 0 = none beside those
   *     that run
   */
  public void run(int nodes, int devicesPerNode, int known) {
    sink.accept(throughput("place-1", nodes, devicesPerNode, known, gang(1, 1)));
    sink.accept(throughput("gang-8", nodes, devicesPerNode, known, gang(8, 1)));
    sink.accept(throughput("gang-64", nodes, devicesPerNode, known, gang(8, 8)));
    mixed(nodes, devicesPerNode, known);
  }

  /** Results that {@link #run} hands out. */
  public static final int RESULTS = 6;

  /** One gang size on fleets of these sizes: what a placement costs as the fleet grows. */
  public void gangs(int[] nodes, int devicesPerNode) {
    for (int n : nodes) {
      sink.accept(throughput("gang-8", n, devicesPerNode, 0, gang(8, 1)));
    }
  }

  private static List<Role> gang(int tasks, int devices) {
    DeviceRequest request = new DeviceRequest.Whole(devices, DeviceFilter.ANY);
    return List.of(
        Role.of(
            "worker",
            tasks,
            TaskRequest.of(Cpu.ofCores(12L * devices), Bytes.ofGib(128L * devices), request)));
  }

  private BenchResult throughput(
      String name, int nodes, int devicesPerNode, int known, List<Role> roles) {
    LoadedEngine load = new LoadedEngine(policy, nodes, devicesPerNode);
    fill(load, () -> roles);
    wait(load, known);
    Heap.collect();
    turns(load, () -> roles, new Latencies());
    Latencies passes = new Latencies();
    Measured m = turns(load, () -> roles, passes);
    return result(name, load, m, passes);
  }

  /** Sizes mixed as in production: many small jobs, few large ones. */
  private void mixed(int nodes, int devicesPerNode, int known) {
    LoadedEngine load = new LoadedEngine(policy, nodes, devicesPerNode);
    Random random = new Random(7);
    List<List<Role>> sizes =
        List.of(gang(1, 1), gang(1, 1), gang(1, 2), gang(1, 4), gang(1, 8), gang(2, 8), gang(8, 8));
    Supplier<List<Role>> any = () -> sizes.get(random.nextInt(sizes.size()));
    fill(load, any);
    wait(load, known);
    Heap.collect();
    turns(load, any, new Latencies());
    Latencies passes = new Latencies();
    Measured m = turns(load, any, passes);
    sink.accept(result("mixed", load, m, passes));
    sink.accept(single(load, any));
    sink.accept(unfit(load));
  }

  private static void fill(LoadedEngine load, Supplier<List<Role>> roles) {
    long target = (long) (FILL * load.nodes * load.devicesPerNode);
    long devices = 0;
    while (devices < target) {
      for (int i = 0; i < 512 && devices < target; i++) {
        List<Role> next = roles.get();
        devices += devices(next);
        load.submit(next);
      }
      load.pass();
    }
  }

  private static long devices(List<Role> roles) {
    Role role = roles.getFirst();
    DeviceRequest request = role.variants().getFirst().request().devices();
    return role.count() * (request instanceof DeviceRequest.Whole w ? w.count() : 0L);
  }

  /** Jobs that wait: gangs larger than anything that is free, of fifty shapes. */
  private static void wait(LoadedEngine load, int known) {
    int free = (int) ((1 - FILL) * load.nodes);
    List<List<Role>> shapes = new ArrayList<>();
    for (int s = 0; s < 50; s++) {
      shapes.add(gang(free + 1 + s, 8));
    }
    for (int i = 0; load.known() < known; i++) {
      load.submit(shapes.get(i % shapes.size()));
      if (i % 50_000 == 0) {
        load.pass();
      }
    }
    load.pass();
  }

  private record Measured(long operations, double seconds) {}

  private Measured turns(LoadedEngine load, Supplier<List<Role>> roles, Latencies passes) {
    long begin = System.nanoTime();
    long end = begin + (long) (seconds * 1e9);
    long started = 0;
    long now = begin;
    while (now < end) {
      int batch = Math.clamp(load.running() / 4, 1, BATCH); // fewer where few run at all
      for (int i = 0; i < batch && load.running() > 0; i++) {
        load.finishOldest();
      }
      for (int i = 0; i < batch; i++) {
        load.submit(roles.get());
      }
      long before = System.nanoTime();
      started += load.pass();
      now = System.nanoTime();
      passes.add(now - before);
    }
    return new Measured(started, (now - begin) / 1e9);
  }

  /** One job ends, one arrives, one pass: the latency of a pass that has little to do. */
  private BenchResult single(LoadedEngine load, Supplier<List<Role>> roles) {
    Latencies passes = new Latencies();
    long begin = System.nanoTime();
    long end = begin + (long) (seconds * 1e9);
    while (System.nanoTime() < end) {
      load.finishOldest();
      load.submit(roles.get());
      long before = System.nanoTime();
      load.pass();
      passes.add(System.nanoTime() - before);
    }
    return result("pass", load, new Measured(passes.size(), seconds), passes);
  }

  /** From the submission of a gang that cannot fit to its verdict in words. */
  private BenchResult unfit(LoadedEngine load) {
    Latencies verdicts = new Latencies();
    List<Role> tooBig = gang(load.nodes + 1, load.devicesPerNode);
    long begin = System.nanoTime();
    long end = begin + (long) (seconds * 1e9);
    while (System.nanoTime() < end) {
      long before = System.nanoTime();
      JobId job = load.submit(tooBig);
      load.pass();
      String why = load.engine.verdictOf(job).orElseThrow().sentence();
      verdicts.add(System.nanoTime() - before);
      if (why.isBlank()) {
        throw new IllegalStateException("a verdict without words");
      }
      load.cancel(job);
    }
    double wall = (System.nanoTime() - begin) / 1e9;
    return result("verdict-unfit", load, new Measured(verdicts.size(), wall), verdicts);
  }

  private static BenchResult result(
      String name, LoadedEngine load, Measured m, Latencies latencies) {
    return new BenchResult(
        name,
        load.nodes,
        (long) load.nodes * load.devicesPerNode,
        load.known(),
        m.operations() / m.seconds(),
        latencies.millis(0.5),
        latencies.millis(0.99),
        Heap.usedMegabytes(),
        m.seconds(),
        new TreeMap<>());
  }
}
