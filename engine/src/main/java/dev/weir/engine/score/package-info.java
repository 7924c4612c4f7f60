/**
 * Placement scores: how good it is to put one task on one node with one choice of devices. One
 * class per strategy, its source cited.
 */
@NullMarked
package dev.weir.engine.score;

import org.jspecify.annotations.NullMarked;
