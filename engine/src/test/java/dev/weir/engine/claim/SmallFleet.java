package dev.weir.engine.claim;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Resources;
import dev.weir.model.allocation.DeviceBooking;
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
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A fleet of a few nodes with running jobs, for tests of claims. Times are in minutes. */
final class SmallFleet {
  static final long MINUTE = 60_000;
  static final DeviceModel A100 = DeviceModel.of("A100", new Bytes(80L << 30));
  static final QueueId QUEUE = new QueueId("research/vision");

  long now;

  final Ledger ledger = new Ledger(new Fleet(), new Resources());
  final Jobs jobs = new Jobs(ledger);
  final Claims claims =
      new Claims(
          ledger,
          jobs,
          (queue, above) -> queue.equals(above) || queue.value().startsWith(above.value() + "/"),
          () -> now);
  private long nextJob = 1;

  SmallFleet(int nodes, int devices, long cpus) {
    for (int n = 0; n < nodes; n++) {
      join("n" + n, devices, cpus);
    }
  }

  Node join(String name, int devices, long cpus) {
    return ledger
        .fleet()
        .join(
            new NodeSpec(
                new NodeId(name),
                name,
                new DomainId("d"),
                new Cpu(cpus * 1000),
                new Bytes(512L << 30),
                110,
                Collections.nCopies(devices, DeviceSpec.of(A100)),
                Map.of(),
                List.of(),
                true));
  }

  Node node(int index) {
    return ledger.fleet().node(index);
  }

  static TaskRequest gpus(int count, long cpus) {
    return TaskRequest.of(
        new Cpu(cpus * 1000),
        new Bytes(1L << 30),
        count == 0 ? DeviceRequest.NONE : new DeviceRequest.Whole(count, DeviceFilter.ANY));
  }

  static TaskRequest share(int milli) {
    return TaskRequest.of(
        new Cpu(1000),
        new Bytes(1L << 30),
        new DeviceRequest.Fraction(1, new GpuShare(milli), Bytes.ZERO, DeviceFilter.ANY));
  }

  /** A waiting job of one task; 0 minutes = no limit. */
  Job job(TaskRequest request, long limitMinutes, boolean preemptible) {
    return job(request, limitMinutes, preemptible, "anna", Optional.empty());
  }

  Job job(
      TaskRequest request,
      long limitMinutes,
      boolean preemptible,
      String user,
      Optional<String> reservation) {
    JobId id = new JobId(nextJob++);
    return jobs.add(
        new JobSpec(
            id,
            id.toString(),
            QUEUE,
            user,
            JobKind.BATCH,
            0,
            List.of(Role.of("worker", 1, request)),
            TopologyRule.ANYWHERE,
            limitMinutes == 0 ? Optional.empty() : Optional.of(Duration.ofMinutes(limitMinutes)),
            StartWindow.ALWAYS,
            List.of(),
            Disruption.DEFAULT.withPreemptible(preemptible),
            reservation,
            3,
            Map.of()),
        0);
  }

  Ask ask(Job job) {
    return job.shape.asks()[0][0];
  }

  static DeviceBooking whole(int... positions) {
    long mask = 0;
    for (int p : positions) {
      mask |= 1L << p;
    }
    return mask == 0 ? DeviceBooking.NONE : new DeviceBooking.Whole(mask);
  }

  /** Runs the job at once until {@code minutes}. */
  Holding run(Job job, Node node, DeviceBooking devices, long untilMinute) {
    List<Holding.Place> places = List.of(new Holding.Place(0, 0, ask(job), node, devices));
    Holding holding =
        new Holding(
            new AllocationId(job.id().value()),
            job.id(),
            1,
            new int[1],
            places,
            ledger.charge(places),
            0);
    ledger.hold(holding);
    ledger.expectEnd(holding, untilMinute * MINUTE);
    job.holding = holding;
    job.state = JobState.RUNNING;
    return holding;
  }

  Promise promise(Job job, Node node, DeviceBooking devices, long from, long until) {
    Promise made =
        new Promise(
            job.id(),
            Claim.Kind.PLANNED,
            from * MINUTE,
            until * MINUTE,
            List.of(new Holding.Place(0, 0, ask(job), node, devices)));
    claims.promise(made);
    return made;
  }

  boolean leaves(Job job, Node node, DeviceBooking devices, long from, long until) {
    return claims.leaves(node, ask(job), devices, job, from * MINUTE, until * MINUTE);
  }
}
