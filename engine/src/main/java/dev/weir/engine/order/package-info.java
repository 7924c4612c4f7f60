/**
 * In which order waiting jobs of a queue are looked at: one class per order, each a number per job,
 * smaller first. Which queue comes first is decided in {@code dev.weir.engine.queue}.
 */
@NullMarked
package dev.weir.engine.order;

import org.jspecify.annotations.NullMarked;
