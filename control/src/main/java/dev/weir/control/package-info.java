/**
 * The single-writer loop (journal, state, pass, actions), recovery, reconciliation and invariants,
 * and the ports {@code Journal}, {@code Driver} and {@code Clock}. No world and no store lives
 * here.
 */
@NullMarked
package dev.weir.control;

import org.jspecify.annotations.NullMarked;
