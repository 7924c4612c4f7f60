package dev.weir.architecture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The modules and what each may import: the one place in code where the table of the architecture
 * stands. A new module is a new row.
 */
final class Modules {
  private static final Map<String, List<String>> IMPORTS = new LinkedHashMap<>();

  static {
    IMPORTS.put("model", List.of());
    IMPORTS.put("files", List.of("model"));
    IMPORTS.put("engine", List.of("model"));
    IMPORTS.put("solver", List.of("engine"));
    IMPORTS.put("forecast", List.of("model"));
    IMPORTS.put("control", List.of("engine", "forecast"));
    IMPORTS.put("testkit", List.of("control"));
    IMPORTS.put("traces", List.of("model"));
    IMPORTS.put("simulator", List.of("control", "traces", "solver", "files"));
    IMPORTS.put("league", List.of("simulator"));
    IMPORTS.put("benchmarks", List.of("simulator", "league"));
    IMPORTS.put("cli", List.of("simulator", "league", "benchmarks", "files"));
  }

  private Modules() {}

  static Set<String> names() {
    return IMPORTS.keySet();
  }

  /** What the module's row names. */
  static Set<String> imports(String module) {
    return new TreeSet<>(IMPORTS.getOrDefault(module, List.of()));
  }

  /** The module itself, what its row names, and what those reach. */
  static Set<String> reach(String module) {
    Set<String> reached = new TreeSet<>();
    reached.add(module);
    for (String imported : imports(module)) {
      reached.addAll(reach(imported));
    }
    return reached;
  }
}
