/**
 * Planned starts: when and where a waiting job will start, kept from pass to pass, and what others
 * may do meanwhile. Takes nothing away from running jobs.
 */
@NullMarked
package dev.weir.engine.backfill;

import org.jspecify.annotations.NullMarked;
