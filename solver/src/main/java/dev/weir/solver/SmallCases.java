package dev.weir.solver;

import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random small cases: 3 to 12 nodes of 2, 4 or 8 devices of two models, 4 to 12 jobs (fractions,
 * single devices, several devices, gangs), CPU and memory that sometimes bind, demand between 60 %
 * and 140 % of the devices.
 */
public final class SmallCases {
  /** The queue of all jobs of small cases. */
  public static final QueueId QUEUE = new QueueId("q");

  private static final DeviceModel BIG = DeviceModel.of("big", Bytes.ofGib(80));
  private static final DeviceModel SMALL = DeviceModel.of("small", Bytes.ofGib(40));
  private static final int[] SHARES = {100, 200, 250, 300, 400, 500, 600, 700, 810};

  private SmallCases() {}

  /** The case of a seed. */
  public static SmallCase random(long seed) {
    Random random = new Random(seed);
    List<NodeSpec> nodes = new ArrayList<>();
    int size = 3 + random.nextInt(10);
    for (int n = 0; n < size; n++) {
      int devices = 2 << random.nextInt(3);
      DeviceModel model = random.nextInt(3) == 0 ? SMALL : BIG;
      nodes.add(node(n, devices, model, random));
    }
    long capacity = nodes.stream().mapToLong(n -> 1000L * n.devices().size()).sum();
    double load = 0.6 + 0.8 * random.nextDouble();
    return new SmallCase(nodes, jobs(random, (long) (load * capacity)));
  }

  private static NodeSpec node(int n, int devices, DeviceModel model, Random random) {
    return new NodeSpec(
        new NodeId("n" + n),
        "u" + n,
        new DomainId("small"),
        Cpu.ofCores((8L + random.nextInt(9)) * devices),
        Bytes.ofGib((64L + random.nextInt(65)) * devices),
        110,
        Collections.nCopies(devices, DeviceSpec.of(model)),
        Map.of(),
        List.of(),
        true);
  }

  /** At most 12 jobs; sizes are drawn so that together they come near the demand wanted. */
  private static List<JobSpec> jobs(Random random, long demand) {
    int count = 4 + random.nextInt(9);
    List<JobSpec> jobs = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      jobs.add(job(j + 1L, random, Math.max(1, demand / count / 1000)));
    }
    return jobs;
  }

  private static JobSpec job(long id, Random random, long typical) {
    int perTask = 1;
    int tasks = 1;
    DeviceRequest request;
    DeviceFilter filter = random.nextInt(4) == 0 ? DeviceFilter.model("big") : DeviceFilter.ANY;
    int kind = random.nextInt(10);
    if (kind < 3) {
      GpuShare share = new GpuShare(SHARES[random.nextInt(SHARES.length)]);
      request = new DeviceRequest.Fraction(1, share, Bytes.ZERO, filter);
      tasks = 1 + random.nextInt((int) Math.max(1, typical));
    } else {
      perTask = 1 << random.nextInt(4);
      request = new DeviceRequest.Whole(perTask, filter);
      tasks = (int) Math.max(1, (typical * (1 + random.nextInt(3)) / 2) / perTask);
    }
    Cpu cpu = Cpu.ofCores((2L + random.nextInt(9)) * perTask);
    Bytes memory = Bytes.ofGib((16L + random.nextInt(65)) * perTask);
    Role role = Role.of("task", tasks, TaskRequest.of(cpu, memory, request));
    return JobSpec.of(new JobId(id), "job" + id, QUEUE, 0, List.of(role));
  }
}
