package dev.weir.traces;

import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.util.List;

/** The formats that can be read. A new format is one SQL file and one name here. */
public final class TraceFormats {
  /** Weir's own form; every other format is mapped to it. */
  public static final String CANONICAL = "canonical";

  private static final List<String> NAMES = List.of(CANONICAL, "openb");

  private TraceFormats() {}

  /** Names of the formats, sorted. */
  public static List<String> names() {
    return NAMES;
  }

  /** The format of that name. */
  static TraceFormat get(String name) {
    if (!NAMES.contains(name)) {
      throw new InvalidTrace(
          Problem.ofFile("trace format", "\"" + name + "\" is unknown")
              .expecting("one of " + String.join(", ", NAMES))
              .nearest(Nearest.to(name, NAMES)));
    }
    return TraceFormat.load(name);
  }
}
