/**
 * Published trace formats, read into the canonical form with one SQL file each. The only place that
 * knows DuckDB.
 */
@NullMarked
package dev.weir.traces;

import org.jspecify.annotations.NullMarked;
