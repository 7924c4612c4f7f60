/**
 * Taking room from running jobs for a waiting one that is entitled to it. Nothing is taken before
 * the complete landing of the waiting job has been proven in the same trial, and no victim can be
 * left out (wall W6). Does not decide who waits first.
 */
@NullMarked
package dev.weir.engine.reclaim;

import org.jspecify.annotations.NullMarked;
