package dev.weir.server.fleet;

import dev.weir.api.wire.QueueView;
import dev.weir.api.wire.ReservationView;
import dev.weir.engine.Engine;
import dev.weir.engine.claim.Window;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.queue.Queue;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobState;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.reservation.Reservation;
import dev.weir.server.runtime.ServerRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Queues and reservations as the engine knows them at this moment. */
public final class QueueReads {
  private final ServerRuntime runtime;
  private final Configured configured;

  public QueueReads(ServerRuntime runtime, Configured configured) {
    this.runtime = runtime;
    this.configured = configured;
  }

  /** Queues in the order of configuration. */
  public List<QueueView> queues(Predicate<String> sees) {
    return runtime.ask(
        engine -> {
          Map<QueueId, int[]> jobs = new TreeMap<>();
          for (var job : engine.state().jobs.live()) {
            count(engine, jobs, job.spec.queue(), job.state);
          }
          List<QueueView> views = new ArrayList<>();
          for (QueueSpec spec : configured.queues()) {
            Queue queue = engine.state().queues.find(spec.id());
            if (queue != null && sees.test(spec.id().value())) {
              views.add(view(engine, spec, queue, jobs.getOrDefault(spec.id(), new int[2])));
            }
          }
          return views;
        });
  }

  /** A job counts in its queue and in those above. */
  private static void count(Engine engine, Map<QueueId, int[]> jobs, QueueId leaf, JobState state) {
    for (Queue q = engine.state().queues.find(leaf); q != null; q = q.parent()) {
      int[] counts = jobs.computeIfAbsent(q.id, _ -> new int[2]);
      counts[0] += state == JobState.QUEUED ? 1 : 0;
      counts[1] += state.holdsRoom() ? 1 : 0;
    }
  }

  private static QueueView view(Engine engine, QueueSpec spec, Queue queue, int[] jobs) {
    Resources resources = engine.state().resources;
    Map<String, Long> used = new TreeMap<>();
    for (int r = 0; r < resources.size(); r++) {
      long booked = queue.booked(r);
      if (booked > 0) {
        used.put(resources.name(r), booked);
      }
    }
    return new QueueView(
        spec.id().value(),
        spec.parent().map(QueueId::value),
        spec.weight(),
        spec.guaranteed(),
        spec.limit(),
        used,
        engine.state().queues.bookedShare(queue) * spec.weight(),
        jobs[0],
        jobs[1],
        spec.halfLifeSeconds());
  }

  /** Reservations and maintenance windows by name. */
  public List<ReservationView> reservations() {
    return runtime.ask(
        engine ->
            engine.state().claims.windows().stream()
                .map(w -> view(w, engine.state().now()))
                .toList());
  }

  private static ReservationView view(Window window, long now) {
    Reservation r = window.reservation();
    return new ReservationView(
        r.name(),
        r.maintenance(),
        words(r.room()),
        window.room().keySet().stream().map(Object::toString).toList(),
        r.queues().stream().map(QueueId::value).toList(),
        List.copyOf(r.users()),
        r.from(),
        r.until(),
        window.active(Math.max(now, System.currentTimeMillis())));
  }

  private static String words(Reservation.Room room) {
    return switch (room) {
      case Reservation.Room.Nodes nodes -> nodes.nodes().size() + " whole nodes";
      case Reservation.Room.DevicesOf some ->
          Long.bitCount(some.mask()) + " devices of " + some.node();
      case Reservation.Room.Devices any ->
          any.count()
              + " devices"
              + (any.filter().models().isEmpty()
                  ? ""
                  : " of " + String.join(", ", any.filter().models()));
    };
  }

  /** The reservation of a name. */
  public Optional<ReservationView> reservation(String name) {
    return reservations().stream().filter(r -> r.name().equals(name)).findFirst();
  }
}
