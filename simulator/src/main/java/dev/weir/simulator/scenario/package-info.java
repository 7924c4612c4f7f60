/**
 * The scenario language: a cluster, what happens to it and when, and what must be true, as records
 * that are read from YAML. What runs them lives in {@code run}; nothing here knows an engine's
 * state.
 */
@NullMarked
package dev.weir.simulator.scenario;

import org.jspecify.annotations.NullMarked;
