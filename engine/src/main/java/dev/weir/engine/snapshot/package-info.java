/**
 * What a snapshot of the engine's state holds: records of the model and plain numbers, nothing that
 * can be derived from the rest. How they are taken and put back stands beside the state itself, in
 * {@code ledger}, {@code job}, {@code queue} and {@code state}.
 */
@NullMarked
package dev.weir.engine.snapshot;

import org.jspecify.annotations.NullMarked;
