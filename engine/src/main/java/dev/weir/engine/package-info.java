/**
 * The deterministic engine: state, ledger, trials, the pass, its strategies, and verdicts. It has
 * no clock, no I/O, no threads and no framework; what it knows it was told.
 */
@NullMarked
package dev.weir.engine;

import org.jspecify.annotations.NullMarked;
