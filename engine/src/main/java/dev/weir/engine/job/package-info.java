/**
 * What the engine knows of each job: its state, its holding, its progress and its history.
 * Transitions live in {@code dev.weir.engine.state}.
 */
@NullMarked
package dev.weir.engine.job;

import org.jspecify.annotations.NullMarked;
