package dev.weir.engine.queue;

import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.ledger.Trials;
import dev.weir.engine.snapshot.QueueSnapshot.Remembered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What one queue has booked and what it is remembered to have used, by resource number.
 *
 * <p>Remembered usage is an exponentially weighted mean of bookings with half-life {@code h}. While
 * {@code b} is booked from {@code s} to {@code t},
 *
 * <pre>{@code
 * used(t) = b + (used(s) - b) × 2^(-(t - s)/h)
 * }</pre>
 *
 * so that it is in the unit of bookings and compares with them: a queue that books 8 devices for
 * ever tends to 8, and one half-life after it gave them back it stands at 4. It is worked out at
 * changes and reads, never by a clock; reads change nothing, and an undone change leaves no trace
 * in the last bit, so that a replay sees the same numbers. StrictMath, because Math may round
 * differently on another machine.
 */
final class Usage {
  private long[] booked = new long[4];
  private long[] unpreemptible = new long[4];
  private double[] used = new double[4];
  private long[] settledAt = new long[4];
  private double halfLifeMillis;

  long booked(int resource) {
    return resource < booked.length ? booked[resource] : 0;
  }

  long unpreemptible(int resource) {
    return resource < booked.length ? unpreemptible[resource] : 0;
  }

  /** Remembered usage; the booking itself without a half-life. */
  double used(int resource, long now) {
    if (resource >= booked.length) {
      return 0;
    }
    if (halfLifeMillis == 0) {
      return booked[resource];
    }
    long elapsed = now - settledAt[resource];
    double b = booked[resource];
    return elapsed <= 0 || used[resource] == b
        ? used[resource]
        : b + (used[resource] - b) * StrictMath.pow(2, -elapsed / halfLifeMillis);
  }

  boolean nothingBooked() {
    return Arrays.stream(booked).allMatch(b -> b == 0);
  }

  /** Sets how long usage is remembered; what was remembered so far stays. */
  void remember(long halfLifeSeconds, long now) {
    for (int r = 0; r < booked.length; r++) {
      used[r] = used(r, now);
      settledAt[r] = now;
    }
    halfLifeMillis = halfLifeSeconds * 1000.0;
  }

  /** Books ({@code sign} 1) or gives back (-1); records how that is undone, to the last bit. */
  void book(Charge charge, int sign, boolean preemptible, long now, Trials trials) {
    if (trials.recording()) {
      trials.record(undo(charge, sign, preemptible));
    }
    int[] resources = charge.resources();
    for (int i = 0; i < resources.length; i++) {
      int r = resources[i];
      ensure(r);
      if (halfLifeMillis != 0) {
        used[r] = used(r, now);
        settledAt[r] = Math.max(settledAt[r], now);
      }
      add(r, sign * charge.amounts()[i], preemptible);
    }
  }

  private Trials.Undo undo(Charge charge, int sign, boolean preemptible) {
    int[] resources = charge.resources();
    double[] usedBefore = new double[resources.length];
    long[] settledBefore = new long[resources.length];
    for (int i = 0; i < resources.length; i++) {
      ensure(resources[i]);
      usedBefore[i] = used[resources[i]];
      settledBefore[i] = settledAt[resources[i]];
    }
    return () -> {
      for (int i = 0; i < resources.length; i++) {
        add(resources[i], -sign * charge.amounts()[i], preemptible);
        used[resources[i]] = usedBefore[i];
        settledAt[resources[i]] = settledBefore[i];
      }
    };
  }

  private void add(int resource, long amount, boolean preemptible) {
    booked[resource] += amount;
    if (!preemptible) {
      unpreemptible[resource] += amount;
    }
    if (unpreemptible[resource] < 0 || booked[resource] < unpreemptible[resource]) {
      throw new IllegalStateException(
          "resource %d: %d booked, %d of it not preemptible"
              .formatted(resource, booked[resource], unpreemptible[resource]));
    }
  }

  private void ensure(int resource) {
    if (resource >= booked.length) {
      int size = Math.max(resource + 1, booked.length * 2);
      booked = Arrays.copyOf(booked, size);
      unpreemptible = Arrays.copyOf(unpreemptible, size);
      used = Arrays.copyOf(used, size);
      settledAt = Arrays.copyOf(settledAt, size);
    }
  }

  /** What is remembered; bookings follow from the jobs. */
  List<Remembered> snapshot(Resources resources) {
    List<Remembered> all = new ArrayList<>();
    for (int r = 0; r < booked.length; r++) {
      if (used[r] != 0 || booked[r] != 0) {
        all.add(new Remembered(resources.name(r), used[r], settledAt[r]));
      }
    }
    // numbers of resources depend on who asked first; names do not
    all.sort(Comparator.comparing(Remembered::resource));
    return all;
  }

  /** The same put back, after everything is booked again. */
  void restore(List<Remembered> all, Resources resources) {
    Arrays.fill(used, 0);
    for (Remembered m : all) {
      int r = resources.number(m.resource());
      ensure(r);
      used[r] = m.used();
      settledAt[r] = m.settledAt();
    }
  }

  /** Becomes the sum of the parts; for a queue whose children were changed. */
  void sumOf(Iterable<Usage> parts) {
    Arrays.fill(booked, 0);
    Arrays.fill(unpreemptible, 0);
    for (Usage part : parts) {
      ensure(part.booked.length - 1);
      for (int r = 0; r < part.booked.length; r++) {
        booked[r] += part.booked[r];
        unpreemptible[r] += part.unpreemptible[r];
      }
    }
  }
}
