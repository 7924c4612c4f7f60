/**
 * Verdicts with numbers: what stands in the way of a waiting job, and the smallest change that
 * would remove it. Reads the state, changes nothing.
 */
@NullMarked
package dev.weir.engine.explain;

import org.jspecify.annotations.NullMarked;
