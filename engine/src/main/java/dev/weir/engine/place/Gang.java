package dev.weir.engine.place;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Pools;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.job.Role;
import java.util.Map;
import java.util.TreeMap;

/** A job at given sizes and variants: how many tasks of which request. */
record Gang(Job job, int[] variants, int[] counts) {
  static Gang of(Job job, int[] sizes, int[] variants) {
    int[] counts = new int[sizes.length];
    for (int r = 0; r < sizes.length; r++) {
      counts[r] = job.spec.roles().get(r).tasks(variants[r], sizes[r]);
    }
    return new Gang(job, variants, counts);
  }

  int roles() {
    return counts.length;
  }

  int tasks(int role) {
    return counts[role];
  }

  Role role(int role) {
    return job.spec.roles().get(role);
  }

  Ask ask(int role) {
    return job.shape.asks()[role][variants[role]];
  }

  int total() {
    int sum = 0;
    for (int c : counts) {
      sum += c;
    }
    return sum;
  }

  /** Devices, instances or fractions asked for in all. */
  int deviceCount() {
    int sum = 0;
    for (int r = 0; r < counts.length; r++) {
      sum += counts[r] * ask(r).count;
    }
    return sum;
  }

  /** Whole devices asked for in all. */
  int wholeDevices() {
    int sum = 0;
    for (int r = 0; r < counts.length; r++) {
      sum += ask(r).kind == Ask.Kind.WHOLE ? counts[r] * ask(r).count : 0;
    }
    return sum;
  }

  /** Licences asked for in all. */
  Map<String, Integer> licences() {
    Map<String, Integer> sum = new TreeMap<>();
    for (int r = 0; r < counts.length; r++) {
      int tasks = counts[r];
      ask(r).request.licences().forEach((name, n) -> sum.merge(name, n * tasks, Integer::sum));
    }
    return sum;
  }

  boolean accepts(DeviceModel model) {
    for (int r = 0; r < counts.length; r++) {
      if (ask(r).kind != Ask.Kind.NONE && !ask(r).filter.accepts(model)) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing but amounts decides, so that trying a few domains is telling enough. */
  boolean plain() {
    for (int r = 0; r < counts.length; r++) {
      if (ask(r).perNode
          || Neighbours.needed(ask(r).request.where())
          || role(r).groups().isPresent()) {
        return false;
      }
    }
    return true;
  }

  /** A quick no from the counts of free whole devices; yes may still turn out wrong. */
  boolean mayFit(Domain domain, Pools pools, int pool) {
    for (int r = 0; r < counts.length; r++) {
      Ask ask = ask(r);
      if (ask.kind != Ask.Kind.WHOLE) {
        continue;
      }
      long tasks = 0;
      for (int p = 0; p < pools.size() && tasks < counts[r]; p++) {
        if ((pool == DeviceOptions.ANY_POOL || pool == p) && ask.filter.accepts(pools.model(p))) {
          tasks += domain.tasksByDevices(p, ask.count);
        }
      }
      if (tasks < counts[r]) {
        return false;
      }
    }
    return true;
  }
}
