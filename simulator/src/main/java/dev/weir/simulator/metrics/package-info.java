/**
 * Measures a run as it goes, in bounded memory, and says with each figure what it means. The same
 * figures are reported everywhere (scorecard). Nothing here decides or draws.
 */
@NullMarked
package dev.weir.simulator.metrics;

import org.jspecify.annotations.NullMarked;
