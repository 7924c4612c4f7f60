/**
 * The pass: one run of the pipeline order, admit, place, plan and backfill, reclaim, improve,
 * explain (docs/architecture.md).
 */
@NullMarked
package dev.weir.engine.pass;

import org.jspecify.annotations.NullMarked;
