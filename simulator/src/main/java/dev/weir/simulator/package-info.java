/**
 * A world with a virtual clock: performance models, experiments, reports, the scenario language and
 * its runner, and the fuzzer. It runs the real engine and holds no second scheduler.
 */
@NullMarked
package dev.weir.simulator;

import org.jspecify.annotations.NullMarked;
