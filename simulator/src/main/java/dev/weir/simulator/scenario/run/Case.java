package dev.weir.simulator.scenario.run;

/**
 * What came of one scenario.
 *
 * @param file as the person named it
 * @param name of the scenario
 * @param detail failed: each expectation that does not hold, one per line with its place; skipped:
 *     what is missing and why; passed: empty
 */
public record Case(String file, String name, Outcome outcome, String detail) {

  /** How a scenario went. */
  public enum Outcome {
    PASSED,
    FAILED,
    SKIPPED;

    /** The word in reports. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
