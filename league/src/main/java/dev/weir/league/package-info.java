/**
 * Published experiments as data, with their protocols and stored figures, and the comparison of
 * ours with them. Schedules nothing itself: all runs go through the simulator.
 */
@NullMarked
package dev.weir.league;

import org.jspecify.annotations.NullMarked;
