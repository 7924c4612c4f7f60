package dev.weir.simulator.world;

import dev.weir.model.fleet.TopologySpec;
import java.util.Map;
import java.util.TreeMap;

/**
 * Speed of a gang by the topology level that its communication has to cross: the narrowest level of
 * which one domain holds all its tasks; {@value #FLEET} when no level does. 1 = no time is lost to
 * communication; one minus the factor is the communication share. What is not listed is 1.
 *
 * @param levels by level name, for programs without a row; {@code node} may be listed too
 * @param programs by program, then by level name
 */
public record PlacementSpeed(
    Map<String, Double> levels, Map<String, Map<String, Double>> programs) {
  /** Wider than every configured level. */
  public static final String FLEET = "fleet";

  /** Communication costs nothing. */
  public static final PlacementSpeed FREE = new PlacementSpeed(Map.of(), Map.of());

  public PlacementSpeed {
    levels = Factors.copy(TopologySpec.NODE, levels);
    TreeMap<String, Map<String, Double>> rows = new TreeMap<>();
    programs.forEach((program, row) -> rows.put(program, Factors.copy(program, row)));
    programs = java.util.Collections.unmodifiableMap(rows);
  }

  double factor(String program, String level) {
    Map<String, Double> row = programs.get(program);
    Double own = row == null ? null : row.get(level);
    return own != null ? own : levels.getOrDefault(level, 1.0);
  }

  boolean free() {
    return levels.isEmpty() && programs.isEmpty();
  }
}
