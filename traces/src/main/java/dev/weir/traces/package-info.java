/**
 * Trace formats, read into the canonical form: one SQL file per format maps raw columns to
 * canonical columns and says what makes a row wrong. Also writing the canonical form. The only
 * place that knows DuckDB.
 *
 * <p>Starting point: {@link dev.weir.traces.Traces}. Changing a trace (load, inflation, samples)
 * and inventing one live in {@link dev.weir.traces.workload}; simulating one lives elsewhere.
 */
@NullMarked
package dev.weir.traces;

import org.jspecify.annotations.NullMarked;
