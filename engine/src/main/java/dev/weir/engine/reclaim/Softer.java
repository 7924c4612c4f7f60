package dev.weir.engine.reclaim;

import dev.weir.engine.act.Acts;
import dev.weir.engine.backfill.Room;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.model.job.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Kinder ways than suspension, found while the landing is booked and its victims are gone: an
 * elastic victim keeps those of its own tasks whose room the landing leaves, at a declared size;
 * another one goes on elsewhere, on nodes where nobody has to go first.
 */
final class Softer {
  private final Acts acts;
  private final Placer placer;

  /** What becomes of a victim. */
  sealed interface Fate {
    Landing.Taken taken();

    /** It is suspended. */
    record Suspended(Landing.Taken taken) implements Fate {}

    /** It goes on with these of its tasks. */
    record Shrunk(Landing.Taken taken, List<Holding.Place> places) implements Fate {}

    /** It goes on here, as its next incarnation. */
    record Moved(Landing.Taken taken, List<Holding.Place> places) implements Fate {}
  }

  Softer(Acts acts, Placer placer) {
    this.acts = acts;
    this.placer = placer;
  }

  /**
   * The fate of each victim; the dearest are looked after first.
   *
   * @param leaving nodes of jobs that count as gone but are still there: nobody moves to them now
   */
  List<Fate> fates(Landing landing, Set<Node> leaving, boolean move, Budget budget) {
    Set<Node> busy = new LinkedHashSet<>(leaving);
    for (Landing.Taken t : landing.victims()) {
      t.victim().holding().places.forEach(p -> busy.add(p.node()));
    }
    List<Landing.Taken> dearest = new ArrayList<>(landing.victims());
    dearest.sort(Comparator.comparing(Landing.Taken::victim, Victim.CHEAPEST_FIRST.reversed()));
    List<Fate> fates = new ArrayList<>();
    try (Trial _ = acts.ledger().trial()) {
      landing.victims().forEach(t -> acts.lift(t.victim().holding()));
      landing.placement().places().forEach(this::book);
      for (Landing.Taken t : dearest) {
        fates.add(fate(t, busy, move, budget));
      }
    }
    return fates;
  }

  private void book(Holding.Place p) {
    acts.ledger().book(p.node(), p.ask(), p.devices());
  }

  private Fate fate(Landing.Taken taken, Set<Node> busy, boolean move, Budget budget) {
    Optional<List<Holding.Place>> kept = keep(taken.victim());
    if (kept.isPresent()) {
      kept.get().forEach(this::book);
      return new Fate.Shrunk(taken, kept.get());
    }
    if (move && !budget.exhausted()) {
      long before = placer.work();
      Optional<Placement> moved = elsewhere(taken.victim(), busy);
      budget.spend(placer.work() - before);
      if (moved.isPresent()) {
        return new Fate.Moved(taken, moved.get().places());
      }
    }
    return new Fate.Suspended(taken);
  }

  /** The most of its own tasks that make a declared size in every role. */
  private Optional<List<Holding.Place>> keep(Victim victim) {
    Job job = victim.job();
    if (job.spec.roles().stream().noneMatch(Role::elastic)) {
      return Optional.empty();
    }
    List<Holding.Place> kept = new ArrayList<>();
    for (int r = 0; r < job.spec.roles().size(); r++) {
      Role role = job.spec.roles().get(r);
      List<Holding.Place> left = stillFree(victim, r);
      int had = count(victim.holding(), r);
      int size = 0;
      for (int s : role.sizes()) {
        int tasks = role.tasks(victim.holding().variants[r], s);
        size = tasks <= left.size() && tasks <= had ? Math.max(size, tasks) : size;
      }
      if (size == 0) {
        return Optional.empty();
      }
      kept.addAll(left.subList(0, size));
    }
    return kept.size() == victim.holding().places.size() ? Optional.empty() : Optional.of(kept);
  }

  private static int count(Holding holding, int role) {
    int n = 0;
    for (Holding.Place p : holding.places) {
      n += p.role() == role ? 1 : 0;
    }
    return n;
  }

  /** Its tasks of the role whose rooms are free together, beside the landing. */
  private List<Holding.Place> stillFree(Victim victim, int role) {
    List<Holding.Place> left = new ArrayList<>();
    try (Trial _ = acts.ledger().trial()) {
      for (Holding.Place p : victim.holding().places) {
        if (p.role() == role && Room.free(p.node(), p.ask(), p.devices())) {
          book(p);
          left.add(p);
        }
      }
    }
    return left;
  }

  /** The whole job, with as many tasks as can be, on nodes where no victim has to go first. */
  private Optional<Placement> elsewhere(Victim victim, Set<Node> busy) {
    Job job = victim.job();
    long end = Math.max(victim.holding().expectedEnd(), acts.now() + 1);
    PlaceOptions options = PlaceOptions.now(acts.now(), end).onlyOn(n -> !busy.contains(n));
    for (int[] sizes : sizesDown(victim)) {
      try (Trial trial = acts.ledger().trial()) {
        Optional<Placement> placed = placer.place(job, sizes, options);
        // it goes on with the variants that it has: another image may not read its checkpoint
        if (placed.isPresent()
            && Arrays.equals(placed.get().variants(), victim.holding().variants)) {
          trial.commit();
          return placed;
        }
      }
    }
    return Optional.empty();
  }

  /** The present sizes, then in all elastic roles one declared size less, and so on. */
  private static List<int[]> sizesDown(Victim victim) {
    List<Role> roles = victim.job().spec.roles();
    int[] sizes = new int[roles.size()];
    for (int r = 0; r < sizes.length; r++) {
      sizes[r] = count(victim.holding(), r);
    }
    List<int[]> all = new ArrayList<>();
    boolean smaller = true;
    while (smaller) {
      all.add(sizes.clone());
      smaller = false;
      for (int r = 0; r < sizes.length; r++) {
        int at = roles.get(r).sizes().indexOf(sizes[r]);
        if (at > 0) {
          sizes[r] = roles.get(r).sizes().get(at - 1);
          smaller = true;
        }
      }
    }
    return all;
  }
}
