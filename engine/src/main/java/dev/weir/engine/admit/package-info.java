/**
 * Who may start at all, whatever room there is: what is refused at the door for ever, what has to
 * wait for a date or another job, and what a queue's limits and guarantees leave. Where a job runs
 * is decided in {@code dev.weir.engine.place}.
 */
@NullMarked
package dev.weir.engine.admit;

import org.jspecify.annotations.NullMarked;
