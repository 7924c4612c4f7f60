/**
 * The simulated world: a driver with a virtual clock, what jobs really need, and models of speed,
 * overhead and failure whose every constant is data. It reports what happens and carries out what
 * it is told; it decides nothing about scheduling. Measuring lives in {@code metrics}.
 */
@NullMarked
package dev.weir.simulator.world;

import org.jspecify.annotations.NullMarked;
