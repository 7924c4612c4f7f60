package dev.weir.cli.drill;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a drill saw.
 *
 * @param figures by name, with the unit in it where there is one
 * @param broken promises that were broken, one sentence each
 */
record Outcome(Map<String, Object> figures, List<String> broken) {
  Outcome {
    figures = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    broken = List.copyOf(broken);
  }

  /** Collects figures and findings. */
  static final class Notes {
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private final List<String> broken = new ArrayList<>();

    Notes figure(String name, Object value) {
      figures.put(name, value);
      return this;
    }

    /** Notes a promise unless it was kept. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation is not worth a library
    Notes kept(boolean kept, String promise, Object... arguments) {
      if (!kept) {
        broken.add(promise.formatted(arguments));
      }
      return this;
    }

    Outcome outcome() {
      return new Outcome(figures, broken);
    }
  }
}
