package dev.weir.engine.backfill;

import dev.weir.engine.act.Acts;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.claim.Window;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Pools;
import dev.weir.engine.ledger.Resources;
import dev.weir.model.fleet.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The moments at which room that could help a job comes back, in order of time, read from the
 * ledger only as far as they are asked for. A running job that is not gone when it was expected to
 * be is expected to take as long again as it is late, so that a plan behind it moves the logarithm
 * of the delay often and not in every pass.
 */
final class Ends {
  /** The least that a late job is expected to go on, ms. */
  private static final long LEAST_DELAY = 1000;

  /** A moment and the holdings that are gone by then. */
  record Step(long time, List<Holding> gone) {}

  private final Acts acts;
  private final long before;
  private final int[] useful;
  private final boolean anything;
  private final List<Step> steps = new ArrayList<>();

  /** Late holdings and other moments, by time; merged with the ledger's order. */
  private final TreeMap<Long, List<Holding>> apart = new TreeMap<>();

  private @Nullable Holding cursor;
  private @Nullable Holding next;
  private long looked;

  /**
   * @param before only moments earlier than this
   */
  Ends(Acts acts, Job job, long before) {
    this.acts = acts;
    this.before = before;
    this.useful = useful(job);
    this.anything = useful.length == 0;
    moments(job);
    next = advance();
    while (next != null && next.expectedEnd() <= acts.now()) {
      long late = acts.now() - next.expectedEnd();
      put(acts.now() + Math.max(LEAST_DELAY, late), next);
      next = advance();
    }
  }

  /** Holdings looked at so far, the unit of work. */
  long looked() {
    return looked;
  }

  /** The step of that number; null when there are fewer. */
  @Nullable Step step(int number) {
    while (steps.size() <= number && read()) {}
    return number < steps.size() ? steps.get(number) : null;
  }

  private void moments(Job job) {
    for (Promise p : acts.claims().promises()) {
      if (!p.job().equals(job.id()) && p.until() != Long.MAX_VALUE) {
        put(p.until(), null);
      }
    }
    for (Window w : acts.claims().windows()) {
      put(w.until(), null);
      put(w.from(), null);
    }
  }

  private void put(long time, @Nullable Holding holding) {
    if (time > acts.now() && time < before) {
      List<Holding> gone = apart.computeIfAbsent(time, t -> new ArrayList<>());
      if (holding != null) {
        gone.add(holding);
      }
    }
  }

  /** Reads one more step; false at the end. */
  private boolean read() {
    long ledgerTime = next == null ? Long.MAX_VALUE : next.expectedEnd();
    long time = Math.min(ledgerTime, apart.isEmpty() ? Long.MAX_VALUE : apart.firstKey());
    if (time == Long.MAX_VALUE || time >= before) {
      return false;
    }
    List<Holding> gone = new ArrayList<>();
    List<Holding> also = apart.remove(time);
    if (also != null) {
      gone.addAll(also);
    }
    while (next != null && next.expectedEnd() == time) {
      gone.add(next);
      next = advance();
    }
    steps.add(new Step(time, gone));
    return true;
  }

  private @Nullable Holding advance() {
    Holding h = acts.ledger().ends().after(cursor);
    while (h != null && h.expectedEnd() != Long.MAX_VALUE && !helps(h)) {
      looked++;
      h = acts.ledger().ends().after(h);
    }
    looked++;
    cursor = h;
    return h == null || h.expectedEnd() == Long.MAX_VALUE ? null : h;
  }

  /** Devices of accepted models, or CPU and memory alone, which may stand in the way anywhere. */
  private boolean helps(Holding h) {
    if (anything || h.charge.of(Resources.DEVICES) == 0) {
      return true;
    }
    for (int r : useful) {
      if (h.charge.of(r) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Resource numbers of the models that some task of the job accepts; none = all help. */
  private int[] useful(Job job) {
    Pools pools = acts.ledger().fleet().pools();
    boolean[] accepted = new boolean[pools.size()];
    for (Ask[] variants : job.shape.asks()) {
      for (Ask ask : variants) {
        if (ask.kind == Ask.Kind.NONE) {
          return new int[0];
        }
        for (int p : pools.accepted(ask)) {
          accepted[p] = true;
        }
      }
    }
    List<Integer> numbers = new ArrayList<>();
    for (int p = 0; p < accepted.length; p++) {
      if (accepted[p]) {
        String name = Resource.devicesOf(pools.model(p).name());
        numbers.add(acts.ledger().resources().number(name));
      }
    }
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }
}
