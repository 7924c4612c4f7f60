/**
 * A policy as data: names of strategies, weights and parameters. The strategies live in the engine.
 */
@NullMarked
package dev.weir.model.policy;

import org.jspecify.annotations.NullMarked;
