package dev.weir.architecture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The modules and what each may import: the one place in code where the table of the architecture
 * stands. A new module is a new row. A module is named after its package; the drivers, which share
 * a folder and a package, have a dot in their names.
 */
final class Modules {
  private static final String DRIVER = "driver.";

  private static final Map<String, List<String>> IMPORTS = new LinkedHashMap<>();

  static {
    IMPORTS.put("model", List.of());
    IMPORTS.put("files", List.of("model"));
    IMPORTS.put("engine", List.of("model"));
    IMPORTS.put("solver", List.of("engine"));
    IMPORTS.put("forecast", List.of("model"));
    IMPORTS.put("checkpoint", List.of("model"));
    IMPORTS.put("control", List.of("engine", "forecast"));
    IMPORTS.put("store", List.of("control"));
    IMPORTS.put("driver.local", List.of("control", "checkpoint", "files"));
    IMPORTS.put("api", List.of("model"));
    IMPORTS.put("server", List.of("api", "store", "driver.local", "control", "files"));
    IMPORTS.put("testkit", List.of("control"));
    IMPORTS.put("traces", List.of("model"));
    IMPORTS.put("simulator", List.of("control", "traces", "solver", "files"));
    IMPORTS.put("league", List.of("simulator"));
    IMPORTS.put("benchmarks", List.of("simulator", "league"));
    IMPORTS.put("cli", List.of("api", "store", "simulator", "league", "benchmarks", "files"));
  }

  private Modules() {}

  static Set<String> names() {
    return IMPORTS.keySet();
  }

  /** Where the module lies, from the root of the checkout. */
  static String folder(String module) {
    return module.startsWith(DRIVER) ? "drivers/" + module.substring(DRIVER.length()) : module;
  }

  /** The module of Maven's artifact {@code weir-...}. */
  static String ofArtifact(String artifact) {
    return artifact.substring("weir-".length()).replaceFirst("^driver-", DRIVER);
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
