/**
 * Claims on the future room of nodes: planned starts, room that is being freed for a job, and
 * reservations. Decides whether a task would touch what belongs to others; books nothing and plans
 * nothing.
 */
@NullMarked
package dev.weir.engine.claim;

import org.jspecify.annotations.NullMarked;
