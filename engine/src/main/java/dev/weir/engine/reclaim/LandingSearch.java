package dev.weir.engine.reclaim;

import dev.weir.engine.act.Acts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.model.action.Action.StopCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the victims for one landing. Candidates are taken away in the given order, in doubling
 * steps and a bisection, until the whole job is placed; then every victim is put back that can be
 * spared, the dearest first, until none can.
 */
final class LandingSearch {
  private final Acts acts;
  private final Placer placer;
  private final Job job;
  private final PlaceOptions options;
  private final Ground ground;
  private final Predicate<Placement> allowed;
  private final int most;

  /** Victims of a prefix above which it is not worth while to look who can be spared. */
  private final int prefixMost;

  private final Budget budget;

  /** Work units of taking one victim away and putting it back, in looks at a node. */
  private static final int LIFT = 8;

  /** On what ground the victim may be taken at this moment of the trial. */
  interface Ground {
    Optional<StopCause> of(Victim victim);
  }

  /**
   * @param allowed whether quota lets the job have the placement, with the victims gone
   * @param most most victims
   */
  LandingSearch(
      Acts acts,
      Placer placer,
      Job job,
      PlaceOptions options,
      Ground ground,
      Predicate<Placement> allowed,
      int most,
      Budget budget) {
    this.acts = acts;
    this.placer = placer;
    this.job = job;
    this.options = options;
    this.ground = ground;
    this.allowed = allowed;
    this.most = most;
    this.prefixMost = 2 * most + 16;
    this.budget = budget;
  }

  /** The landing with the victims of this order; null when there is none inside the limits. */
  @Nullable Landing find(List<Victim> order) {
    List<Victim> needed = prefix(order);
    return needed == null ? null : spare(needed);
  }

  /** The shortest sufficient prefix, as far as doubling and bisection find it. */
  private @Nullable List<Victim> prefix(List<Victim> order) {
    int longest = Math.min(order.size(), prefixMost);
    int fails = 0;
    int fits = 0;
    for (int n = 1; fits == 0; n = Math.min(longest, n * 2)) {
      if (n > longest || fails == longest || !budget.spend((long) LIFT * n)) {
        return null;
      }
      if (attempt(order.subList(0, n)) != null) {
        fits = n;
      } else {
        fails = n;
      }
    }
    while (fits - fails > 1) {
      int middle = (fits + fails) >>> 1;
      if (budget.spend((long) LIFT * middle) && attempt(order.subList(0, middle)) != null) {
        fits = middle;
      } else {
        fails = middle;
      }
    }
    return new ArrayList<>(order.subList(0, fits));
  }

  /** Leaves out whoever can be left out. */
  private @Nullable Landing spare(List<Victim> needed) {
    Landing best = attempt(needed);
    if (best == null) {
      return null; // a bisection cut short ends on a prefix that was seen to fit
    }
    boolean again = true;
    while (again) {
      again = false;
      List<Landing.Taken> dearest = new ArrayList<>(best.victims());
      dearest.sort(Comparator.comparing(Landing.Taken::victim, Victim.CHEAPEST_FIRST.reversed()));
      for (Landing.Taken t : dearest) {
        List<Victim> rest = without(best, t.victim());
        if (rest.size() == best.victims().size() || !budget.spend(1 + (long) LIFT * rest.size())) {
          continue;
        }
        Landing smaller = attempt(rest);
        if (smaller != null) {
          best = smaller;
          again = true;
        }
      }
    }
    return best.victims().size() <= most ? best : null;
  }

  private static List<Victim> without(Landing landing, Victim victim) {
    List<Victim> rest = new ArrayList<>(landing.victims().size());
    for (Landing.Taken t : landing.victims()) {
      if (t.victim() != victim) {
        rest.add(t.victim());
      }
    }
    return rest;
  }

  /** Whether the job lands with these gone; those without a ground at that moment stay. */
  private @Nullable Landing attempt(List<Victim> victims) {
    long before = placer.work();
    try (Trial _ = acts.ledger().trial()) {
      List<Landing.Taken> taken = lift(victims);
      Optional<Placement> placed = placer.place(job, options);
      return placed.filter(allowed).map(p -> new Landing(p, taken)).orElse(null);
    } finally {
      budget.spend(placer.work() - before);
    }
  }

  private List<Landing.Taken> lift(List<Victim> victims) {
    List<Landing.Taken> taken = new ArrayList<>(victims.size());
    for (Victim v : victims) {
      ground
          .of(v)
          .ifPresent(
              cause -> {
                acts.lift(v.holding());
                taken.add(new Landing.Taken(v, cause));
              });
    }
    return taken;
  }
}
