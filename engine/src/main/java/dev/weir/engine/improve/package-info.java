/**
 * Doing something for those who run or wait when it pays for the disturbance: growing elastic jobs,
 * moving jobs together, cutting idle devices anew. Never at the cost of a promise.
 */
@NullMarked
package dev.weir.engine.improve;

import org.jspecify.annotations.NullMarked;
