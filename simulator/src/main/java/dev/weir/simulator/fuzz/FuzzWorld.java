package dev.weir.simulator.fuzz;

import dev.weir.engine.Engine;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.event.Event.End;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.JobState;
import dev.weir.model.plan.Plan;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.reservation.Reservation.Room;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A world without manners: starts take a while or are refused, stops are slow, events are doubled,
 * late or about what is long over, nodes and devices come and go.
 */
final class FuzzWorld {
  private final Random random;

  /** What will be told, by time. */
  private final TreeMap<Long, List<Event>> later = new TreeMap<>();

  private final List<JobId> submitted = new ArrayList<>();
  private final List<Event> told = new ArrayList<>();
  private long nextJob = 1;
  private int nextUid = 2;
  private int reservations;

  FuzzWorld(Random random) {
    this.random = random;
  }

  /** Carries a plan out: its consequences are told later. */
  void execute(Engine engine, Plan plan, long now) {
    for (Action action : plan.actions()) {
      switch (action) {
        case Action.Start s ->
            begin(s.allocation().id(), s.allocation().job(), s.allocation().incarnation(), now);
        case Action.Stop s -> stop(engine, s, now);
        case Action.Resize r -> {
          if (r.inPlace()) {
            tell(
                now + delay(5),
                new Event.AllocationResized(r.allocation(), r.job(), r.incarnation()));
          } else {
            begin(r.allocation(), r.job(), r.incarnation(), now);
          }
        }
        case Action.ReshapeMig r ->
            tell(now + delay(5), new Event.MigLayoutObserved(r.node(), r.device(), r.layout()));
        case Action.Reject _, Action.Fail _, Action.Plan _ -> {}
      }
    }
  }

  private long delay(int seconds) {
    return 1L + random.nextInt(seconds * 1000);
  }

  private void tell(long at, Event event) {
    later.computeIfAbsent(at, _ -> new ArrayList<>()).add(event);
    if (random.nextInt(8) == 0) {
      later.computeIfAbsent(at + delay(60), _ -> new ArrayList<>()).add(event); // told twice
    }
  }

  private void begin(AllocationId id, JobId job, int incarnation, long now) {
    long started = now + delay(10);
    if (random.nextInt(12) == 0) {
      tell(started, new Event.StartRefused(id, job, incarnation, "image cannot be pulled"));
      return;
    }
    tell(started, new Event.AllocationStarted(id, job, incarnation));
    long end = started + delay(600);
    for (long t = started + 60_000; t < end; t += 60_000) {
      tell(t, new Event.CheckpointCompleted(job, incarnation));
    }
    End how =
        random.nextInt(8) == 0 ? End.FAILED : random.nextInt(12) == 0 ? End.LOST : End.COMPLETED;
    tell(end, new Event.AllocationEnded(id, job, incarnation, how));
  }

  private void stop(Engine engine, Action.Stop s, long now) {
    long wait = s.gentle() ? Math.min(s.grace().toMillis(), delay(60)) : delay(3);
    int incarnation = engine.state().jobs.get(s.job()).incarnation;
    if (s.gentle() && random.nextBoolean()) {
      tell(now + wait, new Event.CheckpointCompleted(s.job(), incarnation));
    }
    tell(now + wait, new Event.AllocationEnded(s.allocation(), s.job(), incarnation, End.STOPPED));
  }

  /** All that is due, in order of time. */
  List<Event> due(long now) {
    List<Event> due = new ArrayList<>();
    while (!later.isEmpty() && later.firstKey() <= now) {
      due.addAll(later.pollFirstEntry().getValue());
    }
    told.addAll(due);
    return due;
  }

  /** Something happens. */
  List<Event> something(Engine engine, RandomFleet fleet, RandomJobs jobs, long now) {
    return switch (random.nextInt(24)) {
      case 0 -> node(engine, Event.Health.FAILED);
      case 1 -> node(engine, Event.Health.NOT_READY);
      case 2 -> node(engine, Event.Health.CORDONED);
      case 3, 4 -> node(engine, Event.Health.READY);
      case 5 -> device(engine, false);
      case 6 -> device(engine, true);
      case 7 -> returned(engine, fleet);
      case 8 -> job(engine, j -> new Event.JobCancelled(j, "somebody"));
      case 9 -> job(engine, j -> new Event.JobSuspended(j, "somebody"));
      case 10 -> job(engine, j -> new Event.JobResumed(j, "somebody"));
      case 11 -> job(engine, j -> new Event.PriorityChanged(j, random.nextInt(5) * 10, "somebody"));
      case 12 -> reservation(engine, now);
      case 13 -> List.of(new Event.ReservationEnded("r" + random.nextInt(reservations + 1)));
      case 14 -> told.isEmpty() ? List.of() : List.of(told.get(random.nextInt(told.size())));
      case 15 -> List.of(new Event.TimePassed());
      default -> List.of(submit(jobs, now));
    };
  }

  private Event submit(RandomJobs jobs, long now) {
    long id = nextJob++;
    Event event = new Event.JobSubmitted(jobs.next(id, now, submitted));
    submitted.add(new JobId(id));
    if (random.nextBoolean()) {
      long p50 = delay(600);
      tell(
          now,
          new Event.DurationForecastMade(
              new JobId(id), new DurationForecast(p50, p50 + delay(600))));
    }
    return event;
  }

  private Optional<Node> anyNode(Engine engine) {
    List<Node> present =
        engine.state().fleet.nodes().stream()
            .filter(n -> engine.state().fleet.find(n.id()) == n)
            .toList();
    return present.isEmpty()
        ? Optional.empty()
        : Optional.of(present.get(random.nextInt(present.size())));
  }

  private List<Event> node(Engine engine, Event.Health health) {
    return anyNode(engine).stream()
        .map(n -> (Event) new Event.NodeHealthChanged(n.id(), health))
        .toList();
  }

  private List<Event> device(Engine engine, boolean healthy) {
    return anyNode(engine)
        .filter(n -> n.deviceCount() > 0)
        .map(
            n ->
                (Event)
                    new Event.DeviceHealthChanged(n.id(), random.nextInt(n.deviceCount()), healthy))
        .stream()
        .toList();
  }

  /** A node goes, or comes back under its name as another host. */
  private List<Event> returned(Engine engine, RandomFleet fleet) {
    Optional<Node> node = anyNode(engine);
    if (node.isEmpty()) {
      return List.of();
    }
    NodeId id = node.get().id();
    if (random.nextInt(3) == 0) {
      return List.of(new Event.NodeLeft(id, node.get().spec().uid()));
    }
    int number = Integer.parseInt(id.value().substring(1));
    int levels = engine.state().fleet.levels().size() - 1;
    return List.of(new Event.NodeJoined(fleet.node(number, nextUid++, levels)));
  }

  private List<Event> job(Engine engine, java.util.function.Function<JobId, Event> event) {
    List<Job> live = List.copyOf(engine.state().jobs.live());
    return live.isEmpty()
        ? List.of()
        : List.of(event.apply(live.get(random.nextInt(live.size())).id()));
  }

  private List<Event> reservation(Engine engine, long now) {
    Optional<Node> node = anyNode(engine);
    if (node.isEmpty()) {
      return List.of();
    }
    Room room =
        random.nextBoolean()
            ? new Room.Nodes(Set.of(node.get().id()))
            : new Room.Devices(1 + random.nextInt(3), DeviceFilter.ANY);
    List<QueueId> queues = engine.state().queues.queues().stream().map(q -> q.id).toList();
    Set<QueueId> owners =
        random.nextInt(3) == 0 ? Set.of() : Set.of(queues.get(random.nextInt(queues.size())));
    long from = now + delay(300);
    return List.of(
        new Event.ReservationMade(
            new Reservation(
                "r" + reservations++,
                room,
                owners,
                Set.of(),
                Instant.ofEpochMilli(from),
                random.nextInt(6) == 0
                    ? Optional.empty()
                    : Optional.of(Instant.ofEpochMilli(from + delay(600))))));
  }

  /** Ends everything that lives. */
  List<Event> cancelAll(Engine engine) {
    List<Event> events = new ArrayList<>();
    for (Job job : engine.state().jobs.live()) {
      if (!job.cancelled) {
        events.add(new Event.JobCancelled(job.id(), "the end"));
      }
      Holding holding = job.holding;
      if (holding != null && job.state == JobState.CANCELLING && job.stopSent) {
        events.add(new Event.AllocationEnded(holding.id, job.id(), job.incarnation, End.STOPPED));
      }
    }
    return events;
  }
}
