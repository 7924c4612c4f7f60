/**
 * Runs scenarios: plays the timeline through the real control loop against a simulated world, and
 * judges the expectations. The language itself lives one package above.
 */
@NullMarked
package dev.weir.simulator.scenario.run;

import org.jspecify.annotations.NullMarked;
