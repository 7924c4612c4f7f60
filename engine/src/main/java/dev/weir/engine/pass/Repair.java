package dev.weir.engine.pass;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.engine.state.Decisions;
import dev.weir.engine.state.State;
import dev.weir.model.action.Action;
import dev.weir.model.job.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A running gang that lost tasks (wall W8): the lost tasks get another place inside the domain that
 * the job's rules tie them to, or an elastic job goes on with fewer; all restart from the newest
 * checkpoint. When neither is possible the gang is released as a whole.
 */
final class Repair {
  private final State state;
  private final Decisions decisions;
  private final Placer placer;

  Repair(State state, Decisions decisions, Placer placer) {
    this.state = state;
    this.decisions = decisions;
    this.placer = placer;
  }

  /** Whether the gang is whole again, or will be. */
  boolean repair(Job job) {
    Holding holding = job.holding;
    if (holding == null) {
      return true;
    }
    if (job.restarts >= job.spec.maxRestarts()) {
      return false;
    }
    return replace(job, holding) || goOnWithFewer(job, holding);
  }

  private boolean replace(Job job, Holding holding) {
    try (Trial trial = state.ledger.trial()) {
      PlaceOptions options = PlaceOptions.now(state.now(), state.expectedEnd(job, state.now()));
      Optional<List<Holding.Place>> found =
          placer.replace(job, holding.variants, job.lost, holding.places, options);
      if (found.isEmpty()) {
        return false;
      }
      List<Holding.Place> all = new ArrayList<>(holding.places);
      all.addAll(found.get());
      resize(job, holding, all);
      trial.commit();
      return true;
    }
  }

  private boolean goOnWithFewer(Job job, Holding holding) {
    List<Holding.Place> kept = new ArrayList<>();
    for (int r = 0; r < job.spec.roles().size(); r++) {
      Role role = job.spec.roles().get(r);
      int number = r;
      List<Holding.Place> own = holding.places.stream().filter(p -> p.role() == number).toList();
      int size =
          role.sizes().stream()
              .filter(s -> s <= own.size())
              .max(Comparator.naturalOrder())
              .orElse(0);
      boolean fixed = role.variants().get(holding.variants[r]).count() != 0;
      if (size == 0 || fixed && job.lost.stream().anyMatch(p -> p.role() == number)) {
        return false;
      }
      kept.addAll(fixed ? own : own.subList(0, size));
    }
    resize(job, holding, kept);
    return true;
  }

  private void resize(Job job, Holding holding, List<Holding.Place> places) {
    places.sort(Comparator.comparingInt(Holding.Place::role).thenComparingInt(Holding.Place::task));
    decisions.resize(
        new Action.Resize(
            holding.id,
            job.id(),
            job.incarnation + 1,
            new Placement(holding.variants, places).tasks(),
            false,
            Action.ResizeCause.REPAIR,
            Optional.empty()));
  }
}
