package dev.weir.engine.admit;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Level;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.queue.QueueTree;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.Dependency;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.job.Variant;
import dev.weir.model.problem.Nearest;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Change;
import dev.weir.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What refuses a job at submission, for ever. */
final class Door {
  private final Ledger ledger;
  private final Jobs jobs;
  private final QueueTree queues;
  private final Supplier<? extends Collection<Reservation>> reservations;

  /** Shapes, by number, that each queue let in while fleet and queues were as they are. */
  private final Map<QueueId, BitSet> admitted = new HashMap<>();

  private long fleetThen = -1;
  private long queuesThen = -1;

  Door(
      Ledger ledger,
      Jobs jobs,
      QueueTree queues,
      Supplier<? extends Collection<Reservation>> reservations) {
    this.ledger = ledger;
    this.jobs = jobs;
    this.queues = queues;
    this.reservations = reservations;
  }

  Optional<Verdict> refusal(Job job) {
    JobSpec spec = job.spec;
    Optional<Verdict> own = queue(spec);
    own = own.isPresent() ? own : reservation(spec);
    own = own.isPresent() ? own : dependencies(spec);
    if (own.isPresent() || letIn(job)) {
      return own;
    }
    Optional<Verdict> shapes =
        levels(spec).or(() -> devices(spec)).or(() -> quota(spec, job.shape));
    if (shapes.isEmpty()) {
      admitted.computeIfAbsent(spec.queue(), q -> new BitSet()).set(job.shape.id());
    }
    return shapes;
  }

  /**
   * Whether a job of the shape was let into the queue before, and nothing that the answer rests on
   * has changed: levels, device models, rules of queues.
   */
  private boolean letIn(Job job) {
    long fleet = ledger.fleet().generation();
    long tree = queues.generation();
    if (fleet != fleetThen || tree != queuesThen) {
      admitted.clear();
      fleetThen = fleet;
      queuesThen = tree;
    }
    BitSet shapes = admitted.get(job.spec.queue());
    return shapes != null && shapes.get(job.shape.id());
  }

  private Optional<Verdict> queue(JobSpec spec) {
    Queue queue = queues.find(spec.queue());
    if (queue != null && queue.leaf()) {
      return Optional.empty();
    }
    List<String> leaves =
        queues.queues().stream().filter(Queue::leaf).map(q -> q.id.value()).toList();
    if (queue != null) {
      return Optional.of(
          new Verdict(
              new Blocker.UnknownName(
                  "a queue that takes jobs", spec.queue().value(), firstBelow(queue))));
    }
    return unknown("queue", spec.queue().value(), leaves);
  }

  private static String firstBelow(Queue queue) {
    Queue q = queue;
    while (!q.leaf()) {
      q = q.children().getFirst();
    }
    return q.id.value();
  }

  private Optional<Verdict> reservation(JobSpec spec) {
    if (spec.reservation().isEmpty()) {
      return Optional.empty();
    }
    List<String> names = reservations.get().stream().map(Reservation::name).toList();
    String name = spec.reservation().get();
    return names.contains(name) ? Optional.empty() : unknown("reservation", name, names);
  }

  /**
   * Only jobs that were submitted before can be waited for, so that no circle can arise; those that
   * came in the same turn but later are known already and are told apart by their sequence.
   */
  private Optional<Verdict> dependencies(JobSpec spec) {
    for (Dependency d : spec.dependencies()) {
      if (d.job().equals(spec.id())) {
        return Optional.of(new Verdict(new Blocker.DependencyCycle(d.job())));
      }
      if (reaches(d.job(), spec.id(), new TreeSet<>())) {
        return Optional.of(new Verdict(new Blocker.DependencyCycle(d.job())));
      }
      if (!jobs.known(d.job()) || isLater(d.job(), spec.id())) {
        return Optional.of(new Verdict(new Blocker.UnknownName("job", d.job().toString(), "")));
      }
      boolean failed =
          jobs.outcome(d.job()).map(o -> !Admission.accepts(d.condition(), o)).orElse(false);
      if (failed) {
        return Optional.of(new Verdict(new Blocker.DependencyFailed(d.job())));
      }
    }
    return Optional.empty();
  }

  /** Whether a live job waits for another one, through however many others. */
  private boolean reaches(JobId from, JobId wanted, Set<JobId> seen) {
    Job job = jobs.find(from);
    if (job == null || !seen.add(from)) {
      return false;
    }
    return job.spec.dependencies().stream()
        .map(Dependency::job)
        .anyMatch(next -> next.equals(wanted) || reaches(next, wanted, seen));
  }

  private boolean isLater(JobId other, JobId job) {
    Job a = jobs.find(other);
    Job b = jobs.find(job);
    return a != null && b != null && a.sequence > b.sequence;
  }

  private Optional<Verdict> levels(JobSpec spec) {
    Set<String> known = new LinkedHashSet<>();
    ledger.fleet().levels().stream().map((Level l) -> l.name).forEach(known::add);
    known.add(TopologySpec.NODE);
    return Stream.concat(Stream.of(spec.topology()), spec.roles().stream().flatMap(Door::rules))
        .flatMap(t -> Stream.of(t.require(), t.prefer()))
        .flatMap(Optional::stream)
        .filter(level -> !known.contains(level))
        .findFirst()
        .flatMap(level -> unknown("topology level", level, known));
  }

  private static Stream<TopologyRule> rules(Role role) {
    return Stream.concat(
        Stream.of(role.topology()), role.groups().map(Role.Groups::topology).stream());
  }

  /** A variant for a model that the fleet lacks is no error as long as another one is possible. */
  private Optional<Verdict> devices(JobSpec spec) {
    for (Role role : spec.roles()) {
      Optional<Verdict> first = Optional.empty();
      boolean possible = false;
      for (Variant v : role.variants()) {
        Optional<Verdict> refusal = request(v.request().devices());
        possible |= refusal.isEmpty();
        first = first.isPresent() ? first : refusal;
      }
      if (!possible) {
        return first;
      }
    }
    return Optional.empty();
  }

  private Optional<Verdict> request(DeviceRequest request) {
    return switch (request) {
      case DeviceRequest.None none -> Optional.empty();
      case DeviceRequest.Whole whole -> models(whole.filter());
      case DeviceRequest.Fraction fraction -> models(fraction.filter());
      case DeviceRequest.Mig mig -> models(mig.filter()).or(() -> profile(mig));
    };
  }

  private Optional<Verdict> models(DeviceFilter filter) {
    List<String> known = fleetModels().stream().map(DeviceModel::name).distinct().toList();
    if (known.isEmpty() || filter.models().isEmpty()) {
      return Optional.empty(); // a fleet that is still empty refuses nobody
    }
    return filter.models().stream().anyMatch(known::contains)
        ? Optional.empty()
        : unknown("device model", filter.models().iterator().next(), known);
  }

  private Optional<Verdict> profile(DeviceRequest.Mig mig) {
    if (fleetModels().isEmpty()) {
      return Optional.empty();
    }
    List<String> known =
        fleetModels().stream()
            .filter(mig.filter()::accepts)
            .flatMap(m -> m.mig().stream())
            .flatMap(t -> t.profiles().stream())
            .map(MigProfile::name)
            .distinct()
            .toList();
    return known.contains(mig.profile())
        ? Optional.empty()
        : unknown("MIG profile", mig.profile(), known);
  }

  private List<DeviceModel> fleetModels() {
    List<DeviceModel> models = new ArrayList<>();
    for (int p = 0; p < ledger.fleet().pools().size(); p++) {
      models.add(ledger.fleet().pools().model(p));
    }
    return models;
  }

  /** Against limits and guarantees with nothing booked at all. */
  private Optional<Verdict> quota(JobSpec spec, Job.Shape shape) {
    Charge least = queues.leastCharge().of(shape);
    boolean preemptible = spec.disruption().preemptible();
    for (Queue q = queues.find(spec.queue()); q != null; q = q.parent()) {
      for (int i = 0; i < least.resources().length; i++) {
        int r = least.resources()[i];
        long asked = least.amounts()[i];
        String name = ledger.resources().name(r);
        if (asked > q.limit(r)) {
          return Optional.of(
              new Verdict(
                  new Blocker.QueueLimit(q.id, name, asked, q.booked(r), q.limit(r)),
                  new Change.HigherLimit(q.id, name, asked)));
        }
        if (!preemptible && asked > q.guaranteed(r)) {
          return Optional.of(
              new Verdict(
                  new Blocker.GuaranteeOfUnpreemptible(
                      q.id, name, asked, q.bookedUnpreemptible(r), q.guaranteed(r)),
                  new Change.Act("allow it to be preempted, or raise the guarantee of " + q.id)));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Verdict> unknown(String what, String name, Collection<String> valid) {
    return Optional.of(
        new Verdict(new Blocker.UnknownName(what, name, Nearest.to(name, valid).orElse(""))));
  }
}
