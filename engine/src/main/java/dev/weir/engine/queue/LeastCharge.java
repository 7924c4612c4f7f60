package dev.weir.engine.queue;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Resources;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.MigTable;
import dev.weir.model.fleet.Resource;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The least that jobs of a shape can be charged, whatever variant, model and size they get: per
 * resource the smallest amount over the variants, at the smallest size. A quota that has no room
 * for it has no room for the job. One model's devices are part of it only where no other will do.
 */
public final class LeastCharge {
  private final Ledger ledger;
  private final List<Known> known = new ArrayList<>();

  /** A bound holds until a new device model joins, on which the job might be cheaper. */
  private record Known(int models, Charge charge) {
    static final Known NOTHING = new Known(-1, new Charge(new int[0], new long[0]));
  }

  public LeastCharge(Ledger ledger) {
    this.ledger = ledger;
  }

  public Charge of(Job.Shape shape) {
    while (known.size() <= shape.id()) {
      known.add(Known.NOTHING);
    }
    Known k = known.get(shape.id());
    int models = ledger.fleet().pools().size();
    if (k.models != models) {
      k = new Known(models, work(shape.pattern().roles(), shape.asks()));
      known.set(shape.id(), k);
    }
    return k.charge;
  }

  private Charge work(List<Role> roles, Ask[][] asks) {
    TreeMap<Integer, Long> sums = new TreeMap<>();
    for (int r = 0; r < asks.length; r++) {
      leastOf(roles.get(r), asks[r]).forEach((resource, n) -> sums.merge(resource, n, Long::sum));
    }
    sums.values().removeIf(n -> n == 0);
    return new Charge(
        sums.keySet().stream().mapToInt(Integer::intValue).toArray(),
        sums.values().stream().mapToLong(Long::longValue).toArray());
  }

  /** Per resource the smallest over the variants; what one variant does without is no part. */
  private TreeMap<Integer, Long> leastOf(Role role, Ask[] variants) {
    TreeMap<Integer, Long> least = amounts(role, variants, 0);
    for (int v = 1; v < variants.length; v++) {
      TreeMap<Integer, Long> other = amounts(role, variants, v);
      least.replaceAll((resource, n) -> Math.min(n, other.getOrDefault(resource, 0L)));
    }
    return least;
  }

  private TreeMap<Integer, Long> amounts(Role role, Ask[] variants, int variant) {
    Ask ask = variants[variant];
    long tasks = role.tasks(variant, role.smallest());
    TreeMap<Integer, Long> amounts = new TreeMap<>();
    amounts.put(Resources.CPU, Math.multiplyExact(tasks, ask.cpuMilli));
    amounts.put(Resources.MEMORY, Math.multiplyExact(tasks, ask.memoryBytes));
    ask.request
        .licences()
        .forEach(
            (name, n) -> amounts.put(ledger.resources().number(Resource.licence(name)), tasks * n));
    if (ask.kind != Ask.Kind.NONE) {
      long milli = tasks * leastMilli(ask);
      amounts.put(Resources.DEVICES, milli);
      String model = onlyModel(ask.filter);
      if (!model.isEmpty()) {
        amounts.put(ledger.resources().number(Resource.devicesOf(model)), milli);
      }
    }
    return amounts;
  }

  /** The one model that will do; empty when several do or the fleet knows none. */
  private String onlyModel(DeviceFilter filter) {
    if (filter.models().size() == 1) {
      return filter.models().iterator().next();
    }
    String only = "";
    for (int p = 0; p < ledger.fleet().pools().size(); p++) {
      DeviceModel model = ledger.fleet().pools().model(p);
      if (filter.accepts(model)) {
        if (!only.isEmpty() && !only.equals(model.name())) {
          return "";
        }
        only = model.name();
      }
    }
    return only;
  }

  private long leastMilli(Ask ask) {
    return switch (ask.kind) {
      case NONE -> 0;
      case WHOLE -> 1000L * ask.count;
      case FRACTION, MIG -> {
        long least = Long.MAX_VALUE;
        for (int p = 0; p < ledger.fleet().pools().size(); p++) {
          DeviceModel model = ledger.fleet().pools().model(p);
          if (ask.filter.accepts(model)) {
            least = Math.min(least, milliOn(ask, model));
          }
        }
        yield least < Long.MAX_VALUE ? least : (long) ask.count * Math.max(1, ask.shareMilli);
      }
    };
  }

  private static long milliOn(Ask ask, DeviceModel model) {
    if (ask.kind == Ask.Kind.FRACTION) {
      return ask.chargeMilli(model.memory().value());
    }
    return model
        .mig()
        .flatMap(
            (MigTable t) -> t.profile(ask.profile).map(p -> (long) ask.count * t.chargeMilli(p)))
        .orElse(Long.MAX_VALUE);
  }
}
