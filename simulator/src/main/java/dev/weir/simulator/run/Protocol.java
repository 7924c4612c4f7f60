package dev.weir.simulator.run;

/** How jobs come and go. */
public enum Protocol {
  /** Jobs arrive at their times, run, and leave. */
  TIMED,
  /**
   * Jobs are submitted one by one and never leave; one that has no room after its pass is dropped
   * and still counts as arrived. Measures packing alone (Weng et al., ATC 2023).
   */
  INFLATION
}
