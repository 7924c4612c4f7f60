package dev.weir.engine.claim;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.id.JobId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The free room of a node over time: what is free now, plus what running holdings give back by
 * their expected end, minus the claims in force. Use rises only where a claim begins, so those
 * moments are all that must be looked at. While room is being freed for a job no expectation
 * counts: others were told to stop for it, and its landing must stand whoever runs longer.
 */
final class Profile {
  private final Ledger ledger;
  private final LongSupplier now;

  /** Countable amounts at one moment. */
  private long cpu;

  private long memory;
  private long tasks;
  private final int[] share = new int[64];
  private final long[] bytes = new long[64];
  private final int[] compute = new int[64];

  Profile(Ledger ledger, LongSupplier now) {
    this.ledger = ledger;
    this.now = now;
  }

  /** Whether the claims of others still find their amounts when the task runs over the time. */
  boolean holds(
      Node node,
      List<Claim> here,
      Ask ask,
      DeviceBooking devices,
      JobId job,
      long from,
      long until) {
    if (!holdsAt(from, node, here, ask, devices, job)) {
      return false;
    }
    for (Claim claim : here) {
      if (claim instanceof Claim.OfJob c
          && c.from() > from
          && c.from() < until
          && !c.job().equals(job)
          && !holdsAt(c.from(), node, here, ask, devices, job)) {
        return false;
      }
    }
    return true;
  }

  private boolean holdsAt(
      long at, Node node, List<Claim> here, Ask ask, DeviceBooking devices, JobId job) {
    cpu = node.cpuFree();
    memory = node.memoryFree();
    tasks = node.tasksFree();
    long mask = devices.mask();
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int d = Long.numberOfTrailingZeros(rest);
      share[d] = 1000 - node.usedMilli(d);
      bytes[d] = node.device(d).model().memory().value() - node.usedBytes(d);
      compute[d] = node.device(d).model().mig().isPresent() ? node.freeCompute(d) : 0;
    }
    boolean freed = freed(here, job, at);
    for (Holding tenant : node.tenants()) {
      if (tenant.stopping() || !freed && tenant.expectedEnd(now.getAsLong()) <= at) {
        for (Holding.Place p : tenant.places) {
          if (p.node() == node) {
            count(node, p.ask(), p.devices(), mask, 1);
          }
        }
      }
    }
    for (Claim claim : here) {
      if (claim instanceof Claim.OfJob c
          && c.from() <= at
          && at < c.until()
          && !c.job().equals(job)) {
        count(node, c.ask(), c.devices(), mask, -1);
      }
    }
    return enough(node, ask, devices);
  }

  private static boolean freed(List<Claim> here, JobId job, long at) {
    for (Claim claim : here) {
      if (claim instanceof Claim.OfJob c
          && c.kind() == Claim.Kind.FREED
          && c.from() <= at
          && at < c.until()
          && !c.job().equals(job)) {
        return true;
      }
    }
    return false;
  }

  private void count(Node node, Ask ask, DeviceBooking devices, long mask, int sign) {
    cpu += sign * ask.cpuMilli;
    memory += sign * ask.memoryBytes;
    tasks += sign;
    if ((devices.mask() & mask) == 0) {
      return;
    }
    switch (devices) {
      case DeviceBooking.None none -> {}
      case DeviceBooking.Whole whole -> {} // the ledger keeps running ones off, Clash the others
      case DeviceBooking.Fraction f -> {
        for (long rest = f.mask() & mask; rest != 0; rest &= rest - 1) {
          int d = Long.numberOfTrailingZeros(rest);
          share[d] += sign * f.milli();
          bytes[d] += sign * f.memoryBytes();
        }
      }
      case DeviceBooking.Mig mig -> {
        for (MigInstance i : mig.instances()) {
          compute[i.device()] += sign * Clash.compute(node, i);
        }
      }
    }
  }

  private boolean enough(Node node, Ask ask, DeviceBooking devices) {
    if (tasks < 1
        || ask.cpuMilli > 0 && cpu < ask.cpuMilli
        || ask.memoryBytes > 0 && memory < ask.memoryBytes) {
      return false;
    }
    return switch (devices) {
      case DeviceBooking.None none -> true;
      case DeviceBooking.Whole whole -> true;
      case DeviceBooking.Fraction f -> {
        boolean all = true;
        for (long rest = f.mask(); rest != 0; rest &= rest - 1) {
          int d = Long.numberOfTrailingZeros(rest);
          all &= share[d] >= f.milli() && bytes[d] >= f.memoryBytes();
        }
        yield all;
      }
      case DeviceBooking.Mig mig -> {
        boolean all = true;
        for (MigInstance i : mig.instances()) {
          compute[i.device()] -= Clash.compute(node, i);
          all &= compute[i.device()] >= 0;
        }
        yield all;
      }
    };
  }

  /** The same for the licences of the whole fleet. */
  boolean licencesHold(
      Collection<Promise> promises, Map<String, Integer> wanted, JobId job, long from, long until) {
    for (Promise p : promises) {
      if (p.job().equals(job) || p.from() >= until || p.until() <= from) {
        continue;
      }
      long at = Math.max(from, p.from());
      for (Map.Entry<String, Integer> want : wanted.entrySet()) {
        if (licencesAt(promises, want.getKey(), job, at) < want.getValue()) {
          return false;
        }
      }
    }
    return true;
  }

  private long licencesAt(Collection<Promise> promises, String name, JobId job, long at) {
    long free = ledger.licences().free(name);
    for (Holding h : ledger.ends().soonestFirst()) {
      if (h.expectedEnd() > at) {
        break;
      }
      if (h.expectedEnd(now.getAsLong()) <= at) {
        free += licences(h.places, name);
      }
    }
    for (Promise p : promises) {
      if (!p.job().equals(job) && p.from() <= at && at < p.until()) {
        free -= licences(p.places(), name);
      }
    }
    return free;
  }

  private static long licences(List<Holding.Place> places, String name) {
    long n = 0;
    for (Holding.Place p : places) {
      n += p.ask().request.licences().getOrDefault(name, 0);
    }
    return n;
  }
}
