/**
 * Watching the checkpoints of one job: looks, judgement and records put together. What each of them
 * is stands in the packages below; who asks, and when, is a driver's business.
 */
@NullMarked
package dev.weir.checkpoint;

import org.jspecify.annotations.NullMarked;
