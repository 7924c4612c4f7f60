package dev.weir.engine.backfill;

import dev.weir.engine.act.Acts;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.claim.Window;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
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
  /** A moment and the holdings that are gone by then. */
  record Step(long time, List<Holding> gone) {}

  private final Acts acts;
  private final long before;
  private final Useful useful;
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
    this.useful = Useful.of(acts.ledger(), job);
    moments(job);
    next = advance();
    while (next != null && next.expectedEnd() <= acts.now()) {
      put(next.expectedEnd(acts.now()), next);
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
    while (h != null && h.expectedEnd() != Long.MAX_VALUE && !useful.helps(h)) {
      looked++;
      h = acts.ledger().ends().after(h);
    }
    looked++;
    cursor = h;
    return h == null || h.expectedEnd() == Long.MAX_VALUE ? null : h;
  }
}
