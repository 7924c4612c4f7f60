package dev.weir.engine.ledger;

import dev.weir.model.fleet.DeviceModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers the device models of the fleet: one pool per model, dense from 0. */
public final class Pools {
  private final Map<DeviceModel, Integer> numbers = new LinkedHashMap<>();
  private final List<DeviceModel> models = new ArrayList<>();

  int of(DeviceModel model) {
    return numbers.computeIfAbsent(
        model,
        m -> {
          models.add(m);
          return models.size() - 1;
        });
  }

  public DeviceModel model(int pool) {
    return models.get(pool);
  }

  public int size() {
    return models.size();
  }

  /** Pools whose model the request accepts, ascending. */
  public int[] accepted(Ask ask) {
    int[] pools = new int[models.size()];
    int n = 0;
    for (int p = 0; p < pools.length; p++) {
      if (ask.kind != Ask.Kind.NONE && ask.filter.accepts(models.get(p))) {
        pools[n++] = p;
      }
    }
    return java.util.Arrays.copyOf(pools, n);
  }
}
