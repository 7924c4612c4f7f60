/**
 * The one ledger: nodes, devices, slices, CPU, memory, licences and who holds them; trials that
 * undo; the indexes that keep a pass's cost away from the size of the fleet. Knows nothing of
 * queues, of order or of time to come.
 */
@NullMarked
package dev.weir.engine.ledger;

import org.jspecify.annotations.NullMarked;
