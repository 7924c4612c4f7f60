/**
 * A job's checkpoint folder as it stands at one moment, and reading from it without ever leaving
 * it. Nothing here knows what a checkpoint is, and nothing here has a clock.
 */
@NullMarked
package dev.weir.checkpoint.look;

import org.jspecify.annotations.NullMarked;
