package dev.weir.engine.backfill;

import dev.weir.engine.act.Acts;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.allocation.TaskPlacement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The date and the place at which a whole job fits, when running jobs end as expected and claims
 * are kept. Inside a trial holdings are released in the order of their ends; the first moments one
 * by one, then in doubling strides and a bisection, so that the number of placements tried is the
 * logarithm of the number of ends. With gaps between claims the moment found may be later than the
 * earliest possible one; it is always possible.
 */
final class FutureRoom {
  /** Moments looked at one by one before the strides double. */
  private static final int ONE_BY_ONE = 16;

  /** Work units of releasing one task and booking it again, in looks at a node. */
  private static final int RELEASE = 4;

  private final Acts acts;
  private final Placer placer;
  private final LateDevices devices;

  /** What was found. */
  record Found(long at, int[] variants, List<Holding.Place> places) {
    PlannedStart start() {
      return new PlannedStart(
          at,
          Arrays.stream(variants).boxed().toList(),
          places.stream()
              .map(p -> new TaskPlacement(p.role(), p.task(), p.node().id(), p.devices()))
              .toList());
    }
  }

  /** Found or not, and whether the budget ended the search. */
  record Answer(@Nullable Found found, boolean cutShort) {
    Optional<PlannedStart> start() {
      return Optional.ofNullable(found).map(Found::start);
    }
  }

  FutureRoom(Acts acts, Placer placer) {
    this.acts = acts;
    this.placer = placer;
    this.devices = new LateDevices(acts);
  }

  /** Looks for the first moment after now and earlier than {@code before}. */
  Answer earliest(Job job, long before, Budget budget) {
    return new Search(job, before, budget).run();
  }

  private final class Search {
    private final Ledger ledger = acts.ledger();
    private final Job job;
    private final Budget budget;
    private final Ends ends;
    private final Deque<Trial> stages = new ArrayDeque<>();
    private final List<Ends.Step> released = new ArrayList<>();
    private boolean cutShort;

    Search(Job job, long before, Budget budget) {
      this.job = job;
      this.budget = budget;
      this.ends = new Ends(acts, job, before);
    }

    Answer run() {
      try {
        return new Answer(stride(), cutShort);
      } finally {
        while (!stages.isEmpty()) {
          stages.pop().close();
        }
      }
    }

    private @Nullable Found stride() {
      int done = -1;
      int stride = 1;
      while (ends.step(done + 1) != null) {
        int to = lastStep(done, stride);
        stage(done, to);
        Found found = attempt(to);
        if (found != null) {
          unstage();
          return bisect(done, to, found);
        }
        if (cutShort) {
          return null;
        }
        done = to;
        stride = done < ONE_BY_ONE ? 1 : stride * 2;
      }
      return null;
    }

    private int lastStep(int done, int stride) {
      int to = done + stride;
      while (ends.step(to) == null) {
        to--;
      }
      return to;
    }

    /** The job fits at step {@code fits} and not at step {@code not}. */
    private Found bisect(int not, int fits, Found found) {
      Found best = found;
      int low = not;
      int high = fits;
      while (high - low > 1 && !cutShort) {
        int middle = (low + high) >>> 1;
        stage(low, middle);
        Found sooner = attempt(middle);
        if (sooner == null) {
          low = middle;
        } else {
          unstage();
          best = sooner;
          high = middle;
        }
      }
      return best;
    }

    /** Releases what is gone after step {@code done}, up to and with step {@code to}. */
    private void stage(int done, int to) {
      stages.push(ledger.trial());
      for (int s = done + 1; s <= to; s++) {
        Ends.Step step = step(s);
        released.add(step);
        for (Holding h : step.gone()) {
          ledger.drop(h);
          cutShort |= !budget.spend((long) RELEASE * h.places.size());
        }
      }
    }

    private Ends.Step step(int number) {
      Ends.Step step = ends.step(number);
      if (step == null) {
        throw new IllegalStateException("no step " + number);
      }
      return step;
    }

    private void unstage() {
      stages.pop().close();
      int keep = released.size();
      while (keep > 0 && isHeld(released.get(keep - 1))) {
        keep--;
      }
      released.subList(keep, released.size()).clear();
    }

    private boolean isHeld(Ends.Step step) {
      return step.gone().stream().allMatch(h -> ledger.holdings().get(h.id) == h);
    }

    private @Nullable Found attempt(int number) {
      long at = step(number).time();
      long end = acts.expectedEnd(job, at);
      long before = placer.work();
      try (Trial _ = ledger.trial()) {
        Optional<Placement> placed = placer.place(job, PlaceOptions.now(at, end));
        cutShort |= !budget.spend(1 + placer.work() - before);
        return placed
            .map(
                p ->
                    new Found(at, p.variants(), devices.choose(job, p.places(), released, at, end)))
            .orElse(null);
      }
    }
  }
}
