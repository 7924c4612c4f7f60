package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.order.JobOrder;
import dev.weir.engine.order.Priority;
import dev.weir.model.allocation.DeviceBooking;
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
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A fleet of one node, a tree of queues, and jobs that ask for devices. */
public final class Tenants {
  public static final DeviceModel GPU = DeviceModel.of("GPU", new Bytes(80L << 30));

  public final Resources resources = new Resources();
  public final Ledger ledger = new Ledger(new Fleet(), resources);
  public final Jobs jobs = new Jobs(ledger);
  public final QueueTree tree;
  private final List<QueueSpec> specs = new ArrayList<>();
  private long submitted;

  public Tenants() {
    this(new Priority());
  }

  public Tenants(JobOrder order) {
    tree = new QueueTree(ledger, order);
    ledger
        .fleet()
        .join(
            new NodeSpec(
                new NodeId("n"),
                "u",
                new DomainId("d"),
                new Cpu(64_000),
                new Bytes(1L << 40),
                110,
                Collections.nCopies(8, DeviceSpec.of(GPU)),
                Map.of(),
                List.of(),
                true));
    resources.number("devices/GPU");
  }

  /** A queue with guaranteed and limited whole devices; -1 = not said. */
  public Tenants queue(String id, String parent, long guaranteed, long limit, double weight) {
    specs.add(spec(id, parent, guaranteed, limit, weight, 0));
    tree.configure(specs, 0);
    return this;
  }

  public static QueueSpec spec(
      String id, String parent, long guaranteed, long limit, double weight, long halfLifeSeconds) {
    return new QueueSpec(
        new QueueId(id),
        parent.isEmpty() ? Optional.empty() : Optional.of(new QueueId(parent)),
        guaranteed < 0 ? Map.of() : Map.of("devices", guaranteed * 1000),
        limit < 0 ? Map.of() : Map.of("devices", limit * 1000),
        weight,
        halfLifeSeconds);
  }

  public Tenants devices(long devices) {
    long[] totals = new long[resources.size()];
    totals[Resources.DEVICES] = devices * 1000;
    tree.capacity(totals);
    return this;
  }

  public Queue queue(String id) {
    Queue queue = tree.find(new QueueId(id));
    if (queue == null) {
      throw new IllegalArgumentException("no queue " + id);
    }
    return queue;
  }

  public JobSpec spec(String queue, int tasks, int devices, int priority) {
    TaskRequest request =
        TaskRequest.of(
            new Cpu(1000), new Bytes(1), new DeviceRequest.Whole(devices, DeviceFilter.ANY));
    return JobSpec.of(
        new JobId(submitted),
        "job" + submitted++,
        new QueueId(queue),
        priority,
        List.of(Role.of("worker", tasks, request)));
  }

  /** A job that is known and does not wait yet. */
  public Job job(String queue, int devices, int priority) {
    JobSpec spec = spec(queue, 1, devices, priority);
    return jobs.add(spec, submitted);
  }

  public Job waits(String queue, int devices, int priority) {
    Job job = job(queue, devices, priority);
    queue(queue).waiting().enqueue(job, submitted);
    return job;
  }

  /** A charge of whole devices alone. */
  public static Charge devicesCharge(long devices) {
    return new Charge(new int[] {Resources.DEVICES}, new long[] {devices * 1000});
  }

  public Tenants uses(String queue, long devices) {
    tree.charge(queue(queue), devicesCharge(devices), true, 0);
    return this;
  }

  /** Room comes back: a task of one device is booked and released. */
  public void roomComesBack() {
    var ask =
        ledger.ask(
            TaskRequest.of(new Cpu(1), new Bytes(1), new DeviceRequest.Whole(1, DeviceFilter.ANY)));
    var node = ledger.fleet().node(0);
    ledger.book(node, ask, new DeviceBooking.Whole(1));
    ledger.release(node, ask, new DeviceBooking.Whole(1));
  }
}
