package dev.weir.engine.pass;

import dev.weir.model.action.Action;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.allocation.TaskPlacement;
import java.util.List;

/** A hash of decisions that is the same in every run of every virtual machine. */
final class PlanHash {
  private static final long PRIME = 0x100000001b3L;
  private long h = 0xcbf29ce484222325L;

  private PlanHash() {}

  static long of(long pass, long at, List<Action> actions) {
    PlanHash hash = new PlanHash();
    hash.add(pass);
    hash.add(at);
    actions.forEach(hash::add);
    return hash.h;
  }

  private void add(long value) {
    h = (h ^ value) * PRIME;
    h ^= h >>> 29;
  }

  private void add(String text) {
    add(text.hashCode());
  }

  private void add(Action action) {
    switch (action) {
      case Action.Start a -> {
        add(1);
        add(a.allocation().id().value());
        add(a.allocation().job().value());
        add(a.allocation().incarnation());
        a.allocation().variants().forEach(v -> add((long) v));
        a.allocation().tasks().forEach(this::add);
      }
      case Action.Stop a -> {
        add(2);
        add(a.allocation().value());
        add(a.cause().name());
        add(a.gentle() ? 1 : 0);
        add(a.beneficiary().map(j -> j.value()).orElse(-1L));
      }
      case Action.Resize a -> {
        add(3);
        add(a.allocation().value());
        add(a.incarnation());
        add(a.cause().name());
        add(a.inPlace() ? 1 : 0);
        a.tasks().forEach(this::add);
      }
      case Action.ReshapeMig a -> {
        add(4);
        add(a.node().value());
        add(a.device());
        a.layout().forEach(this::add);
      }
      case Action.Reject a -> {
        add(5);
        add(a.job().value());
      }
      case Action.Fail a -> {
        add(6);
        add(a.job().value());
      }
      case Action.Plan a -> {
        add(7);
        add(a.job().value());
        add(a.cause().name());
        a.planned()
            .ifPresent(
                p -> {
                  add(p.at());
                  p.tasks().forEach(this::add);
                });
      }
    }
  }

  private void add(TaskPlacement task) {
    add((long) task.role() << 32 | task.task());
    add(task.node().value());
    switch (task.devices()) {
      case DeviceBooking.None none -> add(0);
      case DeviceBooking.Whole whole -> add(whole.mask());
      case DeviceBooking.Fraction f -> {
        add(f.mask());
        add(f.milli());
        add(f.memoryBytes());
      }
      case DeviceBooking.Mig mig -> mig.instances().forEach(this::add);
    }
  }

  private void add(MigInstance i) {
    add(i.device());
    add(i.profile());
    add(i.start());
  }
}
