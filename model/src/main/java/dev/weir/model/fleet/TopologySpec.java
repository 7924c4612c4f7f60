package dev.weir.model.fleet;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The levels of the topology from the widest to the narrowest, without the node itself, which is
 * always the last level and is called {@value #NODE}. Level names are data.
 */
public record TopologySpec(List<Level> levels) {
  /** Name of the level that is the node itself. */
  public static final String NODE = "node";

  public static final TopologySpec FLAT = new TopologySpec(List.of());

  /**
   * One level.
   *
   * @param name for example {@code rack}
   * @param label node label whose value names the node's domain at this level
   */
  public record Level(String name, String label) {}

  public TopologySpec {
    levels = List.copyOf(levels);
    Set<String> seen = new HashSet<>(Set.of(NODE));
    for (Level level : levels) {
      if (!seen.add(level.name())) {
        throw new IllegalArgumentException("topology level named twice: " + level.name());
      }
    }
  }
}
