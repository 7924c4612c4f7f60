package dev.weir.engine.improve;

import dev.weir.engine.act.Acts;
import dev.weir.engine.backfill.Useful;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.engine.reclaim.Shield;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.ResizeCause;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives elastic jobs room that nobody waits for, as Pollux (Qiao et al., OSDI 2021) and AntMan
 * (Xiao et al., OSDI 2020) do, but only when what is gained is several times the cost of the
 * restart. One step of looking per pass walks a few running jobs on, so that no pass pays for all
 * of them.
 */
final class Grow {
  /** Running jobs looked at in one pass. */
  private static final int LOOKS = 256;

  /** Time gained must be so many times the time lost. */
  private static final long PAYS = 3;

  /** What a job without forecast is thought to run on, ms. */
  private static final long UNKNOWN_REMAINDER = 3_600_000L;

  private final Acts acts;
  private final Placer placer;
  private final Shield shield;
  private final BiPredicate<Job, Charge> quotaAllows;
  private @Nullable Holding cursor;

  Grow(Acts acts, Placer placer, BiPredicate<Job, Charge> quotaAllows) {
    this.acts = acts;
    this.placer = placer;
    this.shield = new Shield(acts);
    this.quotaAllows = quotaAllows;
  }

  void forget() {
    cursor = null;
  }

  void run(List<Job> waiting, Budget budget) {
    List<Useful> needs = new ArrayList<>();
    for (Job w : waiting) {
      if (acts.claims().of(w.id()).isEmpty()) { // the claims of the others protect them
        needs.add(Useful.of(acts.ledger(), w));
      }
    }
    if (acts.jobs().elastic() == 0) {
      return;
    }
    int looks = Math.min(LOOKS, acts.ledger().ends().size());
    for (int i = 0; i < looks && budget.spend(1); i++) {
      Holding h = next();
      cursor = h;
      Job job = h == null ? null : acts.jobs().find(h.job);
      if (h != null
          && job != null
          && mayGrow(job, h)
          && needs.stream().noneMatch(n -> n.helps(h))) {
        grow(job, h, budget);
      }
    }
  }

  /** The running job after the one looked at last; the first one after the last. */
  private @Nullable Holding next() {
    Holding h = acts.ledger().ends().after(cursor);
    return h == null ? acts.ledger().ends().after(null) : h;
  }

  private boolean mayGrow(Job job, Holding h) {
    boolean inPlace = job.spec.disruption().elasticInPlace();
    return job.state == JobState.RUNNING
        && job.holding == h
        && !job.stopSent
        && job.spec.roles().stream().anyMatch(Role::elastic)
        && (inPlace || !shield.covers(job))
        && rested(job);
  }

  private boolean rested(Job job) {
    long period = acts.policy().improve().period().map(java.time.Duration::toMillis).orElse(0L);
    return job.runMillis(acts.now()) >= period
        && (job.improvedAt == Long.MIN_VALUE || acts.now() - job.improvedAt >= period);
  }

  private void grow(Job job, Holding h, Budget budget) {
    for (int r = 0; r < job.spec.roles().size(); r++) {
      Role role = job.spec.roles().get(r);
      int have = count(h, r);
      if (role.variants().get(h.variants[r]).count() != 0) {
        continue; // the variant fixes its own number of tasks
      }
      for (int size : role.sizes().reversed()) {
        if (size > have && pays(job, have, size) && growTo(job, h, r, size, budget)) {
          return;
        }
      }
    }
  }

  private boolean pays(Job job, int have, int size) {
    if (job.spec.disruption().elasticInPlace()) {
      return true;
    }
    long gained = job.remainingMillis(acts.now(), UNKNOWN_REMAINDER) * (size - have) / size;
    long lost = job.unsavedMillis(acts.now()) + job.spec.disruption().restart().toMillis();
    return gained > PAYS * lost;
  }

  private boolean growTo(Job job, Holding h, int r, int size, Budget budget) {
    long before = placer.work();
    try (Trial trial = acts.ledger().trial()) {
      long end = Math.max(h.expectedEnd(), acts.now() + 1);
      PlaceOptions options = PlaceOptions.now(acts.now(), end);
      Optional<List<Holding.Place>> more =
          placer.replace(job, h.variants, wanted(job, h, r, size), h.places, options);
      if (more.isEmpty() || !quotaAllows.test(job, acts.ledger().charge(more.get()))) {
        return false;
      }
      List<Holding.Place> all = new ArrayList<>(h.places);
      all.addAll(more.get());
      all.sort(Comparator.comparingInt(Holding.Place::role).thenComparingInt(Holding.Place::task));
      boolean inPlace = job.spec.disruption().elasticInPlace();
      acts.resize(
          new Action.Resize(
              h.id,
              job.id(),
              inPlace ? job.incarnation : job.incarnation + 1,
              new Placement(h.variants, all).tasks(),
              inPlace,
              ResizeCause.GROW,
              Optional.empty()));
      trial.commit();
      return true;
    } finally {
      budget.spend(placer.work() - before);
    }
  }

  /** The tasks that are missing, under the lowest ranks that are not taken. */
  private static List<Holding.Place> wanted(Job job, Holding h, int r, int size) {
    boolean[] taken = new boolean[size];
    Holding.Place beside = h.places.getFirst();
    int have = 0;
    for (Holding.Place p : h.places) {
      if (p.role() == r) {
        have++;
        beside = p;
        if (p.task() < size) {
          taken[p.task()] = true;
        }
      }
    }
    Ask ask = job.shape.asks()[r][h.variants[r]];
    List<Holding.Place> wanted = new ArrayList<>();
    for (int task = 0; task < size && have + wanted.size() < size; task++) {
      if (!taken[task]) {
        wanted.add(new Holding.Place(r, task, ask, beside.node(), DeviceBooking.NONE));
      }
    }
    return wanted;
  }

  private static int count(Holding h, int role) {
    int n = 0;
    for (Holding.Place p : h.places) {
      n += p.role() == role ? 1 : 0;
    }
    return n;
  }
}
