package dev.weir.simulator.world;

import java.util.Map;
import java.util.TreeMap;

/**
 * Speed of a program on a device model, relative to the device on which its work was measured.
 * Ratios differ by program (2 to 10 times between the same two models), hence a table.
 *
 * @param table by program, then by device model
 * @param defaults by device model, for programs without a row or without an entry
 * @param otherwise for anything else
 */
public record DeviceSpeed(
    Map<String, Map<String, Double>> table, Map<String, Double> defaults, double otherwise) {
  /** All devices are equally fast. */
  public static final DeviceSpeed EQUAL = new DeviceSpeed(Map.of(), Map.of(), 1);

  public DeviceSpeed {
    TreeMap<String, Map<String, Double>> rows = new TreeMap<>();
    table.forEach((program, row) -> rows.put(program, Factors.copy(program, row)));
    table = java.util.Collections.unmodifiableMap(rows);
    defaults = Factors.copy("defaults", defaults);
    Factors.check("otherwise", otherwise);
  }

  double factor(String program, String model) {
    Map<String, Double> row = table.get(program);
    Double own = row == null ? null : row.get(model);
    return own != null ? own : defaults.getOrDefault(model, otherwise);
  }

  boolean equal() {
    return table.isEmpty() && defaults.isEmpty() && otherwise == 1;
  }
}
