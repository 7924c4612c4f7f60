package dev.weir.engine.ledger;

import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.MigTable;
import dev.weir.model.fleet.Resource;
import java.util.Arrays;

/** Adds up what tasks are charged, by resource number. */
final class ChargeSum {
  private final Resources resources;
  private long[] sums;

  ChargeSum(Resources resources) {
    this.resources = resources;
    this.sums = new long[resources.size()];
  }

  void add(Holding.Place p) {
    sums[Resources.CPU] += p.ask().cpuMilli;
    sums[Resources.MEMORY] += p.ask().memoryBytes;
    addDevices(p);
    p.ask()
        .request
        .licences()
        .forEach((name, n) -> add(resources.number(Resource.licence(name)), n));
  }

  private void addDevices(Holding.Place p) {
    switch (p.devices()) {
      case DeviceBooking.None none -> {}
      case DeviceBooking.Mig mig -> {
        for (MigInstance i : mig.instances()) {
          DeviceModel model = p.node().device(i.device()).model();
          MigTable table = model.mig().orElseThrow();
          long milli = table.chargeMilli(table.profile(i.profile()).orElseThrow());
          addDevices(p.node(), i.device(), milli);
        }
      }
      case DeviceBooking.Whole whole -> addMask(p, whole.mask());
      case DeviceBooking.Fraction fraction -> addMask(p, fraction.mask());
    }
  }

  private void addMask(Holding.Place p, long mask) {
    int device = Long.numberOfTrailingZeros(mask);
    long memory = p.node().device(device).model().memory().value();
    addDevices(p.node(), device, p.ask().chargeMilli(memory));
  }

  private void addDevices(Node node, int device, long milli) {
    sums[Resources.DEVICES] += milli;
    add(node.nodeClass.deviceResource(device, resources), milli);
  }

  private void add(int resource, long amount) {
    if (resource >= sums.length) {
      sums = Arrays.copyOf(sums, resources.size());
    }
    sums[resource] += amount;
  }

  /** What is not zero. */
  Charge charge() {
    int n = 0;
    for (long s : sums) {
      n += s != 0 ? 1 : 0;
    }
    int[] numbers = new int[n];
    long[] amounts = new long[n];
    for (int r = sums.length - 1; r >= 0; r--) {
      if (sums[r] != 0) {
        n--;
        numbers[n] = r;
        amounts[n] = sums[r];
      }
    }
    return new Charge(numbers, amounts);
  }
}
