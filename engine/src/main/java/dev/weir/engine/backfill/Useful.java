package dev.weir.engine.backfill;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Pools;
import dev.weir.engine.ledger.Resources;
import dev.weir.model.fleet.Resource;
import java.util.Arrays;

/**
 * Whose room could be of use to a job: holdings with devices of a model that some task accepts, and
 * those without devices, whose CPU and memory may stand in the way anywhere.
 */
public final class Useful {
  /** Resource numbers of accepted models; empty = whatever is held may be of use. */
  private final int[] accepted;

  private Useful(int[] accepted) {
    this.accepted = accepted;
  }

  public static Useful of(Ledger ledger, Job job) {
    Pools pools = ledger.fleet().pools();
    boolean[] models = new boolean[pools.size()];
    for (Ask[] variants : job.shape.asks()) {
      for (Ask ask : variants) {
        if (ask.kind == Ask.Kind.NONE) {
          return new Useful(new int[0]);
        }
        for (int p : pools.accepted(ask)) {
          models[p] = true;
        }
      }
    }
    int[] numbers = new int[models.length];
    int n = 0;
    for (int p = 0; p < models.length; p++) {
      if (models[p]) {
        numbers[n++] = ledger.resources().number(Resource.devicesOf(pools.model(p).name()));
      }
    }
    return new Useful(Arrays.copyOf(numbers, n));
  }

  public boolean helps(Holding holding) {
    if (accepted.length == 0 || holding.charge.of(Resources.DEVICES) == 0) {
      return true;
    }
    for (int r : accepted) {
      if (holding.charge.of(r) > 0) {
        return true;
      }
    }
    return false;
  }
}
