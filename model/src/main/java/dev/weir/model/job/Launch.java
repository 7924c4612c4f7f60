package dev.weir.model.job;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a driver starts for each task. The engine does not read it. */
public record Launch(String image, List<String> command, Map<String, String> environment) {
  public static final Launch NONE = new Launch("", List.of(), Map.of());

  public Launch {
    command = List.copyOf(command);
    environment = java.util.Collections.unmodifiableMap(new TreeMap<>(environment));
  }
}
