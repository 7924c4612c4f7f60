/**
 * The tenants' tree: what each queue is guaranteed, may use at most and has booked, whose turn it
 * is, and whether one queue may take room back from another. Whether a job may start at all is
 * decided in {@code dev.weir.engine.admit}; who is stopped, in {@code dev.weir.engine.reclaim}.
 */
@NullMarked
package dev.weir.engine.queue;

import org.jspecify.annotations.NullMarked;
