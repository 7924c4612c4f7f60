package dev.weir.server.job;

import dev.weir.control.Turn;
import dev.weir.engine.Engine;
import dev.weir.engine.claim.Window;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Level;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.state.State;
import dev.weir.files.catalogue.Catalogue;
import dev.weir.files.document.Cluster;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.reservation.Reservation;
import dev.weir.server.runtime.ServerRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The names that a job may use: queues, levels, device models, licences, reservations. Kept until a
 * turn changes them, so that a submission need not wait for the loop.
 */
public final class FleetNames {
  private final ServerRuntime runtime;
  private volatile @Nullable Cluster known;

  public FleetNames(ServerRuntime runtime) {
    this.runtime = runtime;
  }

  /** Forgets what the turn may have changed; on the loop's thread. */
  public void turned(Turn turn) {
    if (turn.events().stream().anyMatch(FleetNames::concerns)) {
      known = null;
    }
  }

  private static boolean concerns(Event event) {
    return switch (event) {
      case Event.TopologyConfigured _,
          Event.QueuesConfigured _,
          Event.LicencesConfigured _,
          Event.ReservationMade _,
          Event.ReservationEnded _,
          Event.NodeJoined _ ->
          true;
      default -> false;
    };
  }

  /** The names as a cluster without nodes. */
  public Cluster cluster() {
    Cluster cluster = known;
    if (cluster == null) {
      cluster = runtime.ask(FleetNames::read);
      known = cluster;
    }
    return cluster;
  }

  private static Cluster read(Engine engine) {
    State state = engine.state();
    List<QueueSpec> queues = new ArrayList<>();
    for (Queue queue : state.queues.queues()) {
      Queue parent = queue.parent();
      queues.add(
          new QueueSpec(
              queue.id,
              Optional.ofNullable(parent).map(p -> p.id),
              Map.of(),
              Map.of(),
              queue.weight(),
              0));
    }
    List<Reservation> reservations =
        state.claims.windows().stream().map(Window::reservation).toList();
    Map<String, Integer> licences = new LinkedHashMap<>();
    state.ledger.licences().names().forEach(n -> licences.put(n, state.ledger.licences().total(n)));
    return new Cluster(
        "fleet",
        Catalogue.builtIn().with(models(state.fleet)),
        topology(state.fleet),
        List.of(),
        licences,
        queues,
        reservations);
  }

  private static List<DeviceModel> models(Fleet fleet) {
    List<DeviceModel> models = new ArrayList<>();
    for (int pool = 0; pool < fleet.pools().size(); pool++) {
      models.add(fleet.pools().model(pool));
    }
    return models;
  }

  private static TopologySpec topology(Fleet fleet) {
    List<TopologySpec.Level> levels = new ArrayList<>();
    for (Level level : fleet.levels()) {
      if (!level.name.equals(TopologySpec.NODE)) {
        levels.add(new TopologySpec.Level(level.name, level.label()));
      }
    }
    return new TopologySpec(levels);
  }
}
