package dev.weir.engine.ledger;

import dev.weir.model.fleet.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers the countable resources: CPU, memory, devices, devices per model, licences. */
public final class Resources {
  public static final int CPU = 0;
  public static final int MEMORY = 1;
  public static final int DEVICES = 2;

  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<String> names = new ArrayList<>();

  public Resources() {
    number(Resource.CPU);
    number(Resource.MEMORY);
    number(Resource.DEVICES);
  }

  /** The resource's number; a new one is given when the name is new. */
  public int number(String name) {
    return numbers.computeIfAbsent(
        name,
        n -> {
          names.add(n);
          return names.size() - 1;
        });
  }

  public String name(int number) {
    return names.get(number);
  }

  public int size() {
    return names.size();
  }
}
